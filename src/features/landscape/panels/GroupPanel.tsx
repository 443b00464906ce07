/** One group: its fields, components, dependencies and dependents, with buttons to open its card, focus on it, and see its blast radius. */
'use client';

import { Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconFocusCentered, IconFold, IconZoomIn } from '@tabler/icons-react';
import { BlastRadiusButton } from '@/client/BlastRadiusButton';
import { HelpOf } from '@/client/help/HelpOf';
import { NotifyBell, TeamBell } from '@/client/notifications/NotifyBell';
import { ScenarioButton } from '@/client/ScenarioButton';
import { UnreadPanel } from '@/client/UnreadPanel';
import { KindIcon } from '@/client/symbols/KindIcon';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { LiveMark } from '@/client/symbols/LiveMark';
import { TIER_LABELS } from '@/client/labels/labels';
import { countOf, formatNumber } from '@/plain/counts';
import type { LandscapeGroup, PictureBundle, PictureGroup } from '@/contract/landscapePicture';
import { NO_GROUP_KEY } from '@/contract/values/picture';
import { FactList } from '@/ui/FactList';
import { SidePanel } from '@/ui/SidePanel';
import classes from './RowList.module.css';
import type { ViewChange } from '@/features/landscape/address/landscapeAddress';
import type { Prefetch } from '@/features/landscape/data/useLandscape';
import { troubleWords } from '@/features/landscape/picture/healthWords';
import { GROUPING_WORDS } from '@/features/landscape/picture/pictureWords';
import { RowList } from './RowList';
import { ViewButton } from './ViewButton';

interface Props {
  place: UseQueryResult<LandscapeGroup, unknown>;
  /** Null if it is no card that can be opened. */
  isOpen: boolean | null;
  prefetch: Prefetch;
  /** The views that opening or closing it, and focusing on it, lead to. */
  toggled: ViewChange;
  focused: ViewChange;
  /** Of a group on a map: the view of what is in it; null if a card opens instead. */
  alone: ViewChange | null;
  change(change: ViewChange): void;
  onSelect(id: string): void;
  onSelectGroup(key: string): void;
  onClose(): void;
}

const LISTED = 60;

/** Null for groups that are no entity. */
function entityKindOf(kind: PictureGroup['kind']): 'application' | 'hosting-zone' | 'capability' | null {
  if (kind === 'application' || kind === 'hosting-zone' || kind === 'capability') return kind;
  return kind === 'domain' ? 'capability' : null;
}

export function GroupPanel({ place, isOpen, prefetch, toggled, focused, alone, change, onSelect, onSelectGroup, onClose }: Props) {
  const { data } = place;
  if (data === undefined) return <UnreadPanel noun="Group" query={place} onClose={onClose} />;
  const { group } = data;
  const kindWords = GROUPING_WORDS[group.kind];
  const kind = entityKindOf(group.kind);
  const asked = { names: data.names, onSelect: onSelectGroup, onLikely: (key: string) => prefetch.group(group.kind, key) };
  const leading = { change, prefetch };
  const team = group.kind === 'team' && group.key !== NO_GROUP_KEY ? group.name : null;
  return (
    <SidePanel
      title={group.name}
      label={`${kindWords} ${group.name}`}
      onClose={onClose}
      subtitle={group.technicalName ?? kindWords}
      isTechnical={group.technicalName !== null}
    >
      <Stack gap="md">
        <Group gap="xs">
          <LiveMark health={group.health} isUnderMaintenance={group.isUnderMaintenance} />
          <Text size="xs" c="dimmed">
            {troubleWords(group.troubled)}
          </Text>
        </Group>
        {group.id !== null && kind !== null && (
          <>
            <BlastRadiusButton kind={kind} id={group.id}>
              Show blast radius
            </BlastRadiusButton>
            <ScenarioButton entities={[{ kind, id: group.id }]} />
            <NotifyBell size="sm" kind={kind} id={group.id} name={group.name} />
          </>
        )}
        {team !== null && <TeamBell size="sm" team={team} />}
        <Stack gap="xs">
          {isOpen !== null && (
            <ViewButton icon={IconFold} to={toggled} {...leading}>
              {isOpen ? 'Close the card' : `Open ${countOf(group.componentCount, 'component')}`}
            </ViewButton>
          )}
          {alone !== null && (
            <ViewButton icon={IconZoomIn} to={alone} {...leading}>
              Show only this
            </ViewButton>
          )}
          <ViewButton icon={IconFocusCentered} to={focused} {...leading}>
            Focus on it
          </ViewButton>
        </Stack>
        <FactList
          facts={[
            { name: 'Criticality', value: group.criticalityTier === null ? null : TIER_LABELS[group.criticalityTier] },
            { name: 'Owner', value: group.ownerTeam },
          ]}
        />
        {group.id !== null && kind === 'application' && <HelpOf kind="application" id={group.id} />}
        <Content data={data} onSelect={onSelect} onLikely={prefetch.component} />
        <GroupDependencies
          title="Depends on"
          count={data.counts.dependencies}
          bundles={data.dependencies}
          endOf={({ targetId }) => targetId}
          {...asked}
        />
        <GroupDependencies
          title="Dependents"
          count={data.counts.dependents}
          bundles={data.dependents}
          endOf={({ sourceId }) => sourceId}
          {...asked}
        />
      </Stack>
    </SidePanel>
  );
}

interface ContentProps {
  data: LandscapeGroup;
  onSelect(id: string): void;
  onLikely(id: string): void;
}

function Content({ data: { group, components }, ...asked }: ContentProps) {
  const rows = components.slice(0, LISTED).map(({ id, kind, name, health, isUnderMaintenance, isFlapping }) => ({
    key: id,
    id,
    content: (
      <>
        <KindIcon kind={kind} />
        <span className={`${classes.words} ${classes.name}`}>{name}</span>
        {(health !== 'Unreported' || isUnderMaintenance) && <LiveMark health={health} isUnderMaintenance={isUnderMaintenance} />}
        {isFlapping && <FlappingMark />}
      </>
    ),
  }));
  const note = rows.length < group.componentCount ? `The first ${rows.length} are listed; the table has them all.` : null;
  return <RowList title="Components" count={formatNumber(group.componentCount)} rows={rows} note={note} {...asked} />;
}

interface GroupDependenciesProps {
  title: string;
  /** The number of all groups; `bundles` may list only the busiest. */
  count: number;
  bundles: readonly PictureBundle[];
  endOf(bundle: PictureBundle): string;
  names: Readonly<Record<string, string>>;
  onSelect(key: string): void;
  onLikely(key: string): void;
}

function GroupDependencies({ title, count, bundles, endOf, names, ...asked }: GroupDependenciesProps) {
  const rows = bundles.slice(0, LISTED).map((bundle) => ({
    key: endOf(bundle),
    id: endOf(bundle),
    content: (
      <>
        <span className={`${classes.words} ${classes.name}`}>{names[endOf(bundle)]}</span>
        <span className={classes.aside}>{countOf(bundle.count, 'dependency', 'dependencies')}</span>
      </>
    ),
  }));
  const note = rows.length < count ? `The ${rows.length} with the most dependencies are listed.` : null;
  return <RowList title={title} count={countOf(count, 'group')} rows={rows} note={note} {...asked} />;
}
