/** One group: its fields, components, dependencies and dependents, with buttons to open its card, focus on it, and see its blast radius. */
'use client';

import { Box, Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
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
import { countOf } from '@/plain/counts';
import type { LandscapeGroup, PictureBundle, PictureGroup } from '@/contract/landscapePicture';
import { NO_GROUP_KEY } from '@/contract/values/picture';
import { FactList } from '@/ui/FactList';
import { SidePanel } from '@/ui/SidePanel';
import { hoverIntent } from '@/ui/hoverIntent';
import classes from './NeighbourList.module.css';
import type { ViewChange } from '@/features/landscape/address/landscapeAddress';
import type { Prefetch } from '@/features/landscape/data/useLandscape';
import { troubleWords } from '@/features/landscape/picture/healthWords';

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

const KIND_WORDS: Readonly<Record<PictureGroup['kind'], string>> = {
  application: 'Application',
  'hosting-zone': 'Hosting zone',
  team: 'Team',
  capability: 'Capability',
  domain: 'Domain',
  lifecycle: 'Lifecycle',
  tier: 'Criticality',
};
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
  const kindWords = KIND_WORDS[group.kind];
  const kind = entityKindOf(group.kind);
  const team = group.kind === 'team' && group.key !== NO_GROUP_KEY ? group.name : null;
  return (
    <SidePanel
      title={group.name}
      label={`${kindWords} ${group.name}`}
      onClose={onClose}
      subtitle={
        <Text size="xs" c="dimmed" {...(group.technicalName === null ? {} : { ff: 'monospace' })}>
          {group.technicalName ?? kindWords}
        </Text>
      }
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
            <Button
              variant="default"
              leftSection={<IconFold size={16} aria-hidden="true" />}
              onClick={() => change(toggled)}
              {...hoverIntent(() => prefetch.picture(toggled))}
            >
              {isOpen ? 'Close the card' : `Open ${countOf(group.componentCount, 'component')}`}
            </Button>
          )}
          {alone !== null && (
            <Button
              variant="default"
              leftSection={<IconZoomIn size={16} aria-hidden="true" />}
              onClick={() => change(alone)}
              {...hoverIntent(() => prefetch.picture(alone))}
            >
              Show only this
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconFocusCentered size={16} aria-hidden="true" />}
            onClick={() => change(focused)}
            {...hoverIntent(() => prefetch.picture(focused))}
          >
            Focus on it
          </Button>
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
          names={data.names}
          onSelect={onSelectGroup}
          onLikely={(key) => prefetch.group(group.kind, key)}
        />
        <GroupDependencies
          title="Dependents"
          count={data.counts.dependents}
          bundles={data.dependents}
          endOf={({ sourceId }) => sourceId}
          names={data.names}
          onSelect={onSelectGroup}
          onLikely={(key) => prefetch.group(group.kind, key)}
        />
      </Stack>
    </SidePanel>
  );
}

function Content({
  data: { group, components },
  onSelect,
  onLikely,
}: {
  data: LandscapeGroup;
  onSelect: (id: string) => void;
  onLikely: (id: string) => void;
}) {
  const listed = components.slice(0, LISTED);
  return (
    <Box component="section" aria-label="Components">
      <Title order={3} mb={4}>
        Components ({group.componentCount.toLocaleString('en')})
      </Title>
      <ul className={classes.list}>
        {listed.map((component) => (
          <li key={component.id}>
            <UnstyledButton
              className={classes.neighbour}
              onClick={() => onSelect(component.id)}
              {...hoverIntent(() => onLikely(component.id))}
            >
              <span className={classes.row}>
                <KindIcon kind={component.kind} />
                <span className={`${classes.words} ${classes.name}`}>{component.name}</span>
                {component.health !== 'Unreported' || component.isUnderMaintenance ? (
                  <LiveMark health={component.health} isUnderMaintenance={component.isUnderMaintenance} />
                ) : null}
                {component.isFlapping && <FlappingMark />}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {listed.length < group.componentCount && (
        <Text size="xs" c="dimmed">
          The first {listed.length} are listed; the table has them all.
        </Text>
      )}
    </Box>
  );
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

function GroupDependencies({ title, count, bundles, endOf, names, onSelect, onLikely }: GroupDependenciesProps) {
  const listed = bundles.slice(0, LISTED);
  return (
    <Box component="section" aria-label={title}>
      <Title order={3} mb={4}>
        {title} ({countOf(count, 'group')})
      </Title>
      <ul className={classes.list}>
        {listed.map((bundle) => (
          <li key={endOf(bundle)}>
            <UnstyledButton
              className={classes.neighbour}
              onClick={() => onSelect(endOf(bundle))}
              {...hoverIntent(() => onLikely(endOf(bundle)))}
            >
              <span className={classes.row}>
                <span className={`${classes.words} ${classes.name}`}>{names[endOf(bundle)]}</span>
                <span className={classes.aside}>{countOf(bundle.count, 'dependency', 'dependencies')}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {listed.length < count && (
        <Text size="xs" c="dimmed">
          The {listed.length} with the most dependencies are listed.
        </Text>
      )}
    </Box>
  );
}
