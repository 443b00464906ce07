/** What can be chosen about the view: search, grouping, picture or table, filters, and what is taken out of it. */
'use client';

import { Group, Select, Text, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { EntitySearch } from '@/client/EntitySearch';
import { countOf } from '@/plain/counts';
import { GROUPINGS, type FoundEntity, type Grouping, type LandscapePicture } from '@/contract/landscapePicture';
import { CopyLink } from '@/ui/CopyLink';
import { ExportMenu, type ExportChoice } from '@/ui/ExportMenu';
import frame from '@/ui/PictureFrame.module.css';
import { PictureOrTable } from '@/ui/PictureOrTable';
import { startElk } from '@/ui/graph/elkEngine';
import { hoverIntent } from '@/ui/hoverIntent';
import { memoByLook } from '@/ui/memoByLook';
import { LandscapeFilters } from './LandscapeFilters';
import classes from './LandscapePage.module.css';
import { groupedBy, type ChangeView, type LandscapeView } from './landscapeAddress';
import type { Foresight } from './useForesight';

export const SEARCH_ID = 'landscape-search';

const GROUPING_WORDS: Readonly<Record<Grouping, string>> = {
  application: 'By application',
  'hosting-zone': 'By hosting zone',
  team: 'By team',
  capability: 'By capability',
  none: 'No groups',
};

interface Props {
  view: LandscapeView;
  change: ChangeView;
  data: LandscapePicture;
  exports: readonly ExportChoice[];
  foresight: Foresight;
  /** Another grouping, to be drawn where nobody sees it. */
  expect(grouping: Grouping, isLikeliest?: boolean): Promise<void>;
  onFound(entity: FoundEntity): void;
}

export function LandscapeToolbar({ view, change, data, exports, foresight, expect, onFound }: Props) {
  const onFoundLikely = ({ kind, id }: FoundEntity): void => {
    if (kind === 'component') foresight.component(id);
    if (!isGrouping(kind)) return;
    foresight.group(id, kind);
    if (kind !== data.grouping) void expect(kind, true);
  };
  return (
    <header className={frame.head}>
      <div className={frame.toolbar}>
        <Title order={1} className={frame.title}>
          Landscape
        </Title>
        <div className={classes.search}>
          <EntitySearch
            id={SEARCH_ID}
            label="Search components and applications"
            placeholder="Search   /"
            kinds={['component', 'application', 'hosting-zone', 'capability']}
            onChoose={onFound}
            onLikely={onFoundLikely}
          />
        </div>
        <GroupingChoice
          grouping={view.grouping ?? data.grouping}
          isAggregated={data.isAggregated}
          onChange={(grouping) => change(groupedBy(grouping))}
          onLikely={(grouping) => void expect(grouping, true)}
          onNear={(offered) => void foreseeAll(offered, (grouping) => data.isAggregated && foresight.arrangement(groupedBy(grouping)))}
          onOpen={(offered) =>
            void foreseeAll(offered, (grouping) => (data.isAggregated ? expect(grouping) : foresight.picture(groupedBy(grouping))))
          }
        />
        <PictureOrTable view={view.view} onChange={(shown) => change({ view: shown })} />
        <ExportMenu choices={exports} />
        <CopyLink />
        <Text size="xs" c="dimmed" className={classes.counts} role="status">
          {summary(data)}
        </Text>
      </div>
      <LandscapeFilters view={view} change={change} foresee={foresight.picture} />
    </header>
  );
}

function isGrouping(kind: string): kind is Grouping {
  return (GROUPINGS as readonly string[]).includes(kind);
}

interface GroupingProps {
  grouping: Grouping;
  isAggregated: boolean;
  onChange(grouping: Grouping): void;
  onLikely(grouping: Grouping): void;
  /** With all that may be chosen instead. */
  onNear(offered: readonly Grouping[]): void;
  onOpen(offered: readonly Grouping[]): void;
}

/** One after the other, so that they do not keep the server from what is chosen meanwhile, and the one with the most groups last. The places of a small landscape are found one after the other, and what is chosen would wait for the others': there they are found for what the pointer rests on. */
async function foreseeAll(groupings: readonly Grouping[], foresee: (grouping: Grouping) => unknown): Promise<void> {
  const isLast = (grouping: Grouping): boolean => grouping === 'application';
  for (const grouping of [...groupings].sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) await foresee(grouping);
}

const GroupingChoice = memoByLook(({ grouping, isAggregated, onChange, onLikely, onNear, onOpen }: GroupingProps) => {
  const offered = GROUPINGS.filter((one) => one !== 'none' || !isAggregated);
  const others = offered.filter((one) => one !== grouping);
  return (
    <Select
      size="xs"
      className={classes.grouping}
      aria-label="Group"
      data={offered.map((one) => ({ value: one, label: GROUPING_WORDS[one] }))}
      value={grouping}
      allowDeselect={false}
      onChange={(value) => value !== null && onChange(value as Grouping)}
      onDropdownOpen={() => onOpen(others)}
      {...hoverIntent(() => {
        startElk();
        onNear(others);
      })}
      renderOption={({ option, checked }) => (
        <Group flex={1} justify="space-between" {...hoverIntent(() => onLikely(option.value as Grouping))}>
          {option.label}
          {checked === true && <IconCheck size={14} aria-hidden="true" />}
        </Group>
      )}
    />
  );
});

function summary({ counts, matching, isAggregated, omitted, notOpened }: LandscapePicture): string {
  const dependencies = (count: number): string => countOf(count, 'dependency', 'dependencies');
  const whole = `${countOf(counts.components, 'component')}, ${dependencies(counts.dependencies)}`;
  const isPart = matching.components !== counts.components || matching.dependencies !== counts.dependencies;
  const parts = [
    isPart
      ? `${matching.components.toLocaleString('en')} of ${countOf(counts.components, 'component')}, ${dependencies(matching.dependencies)}`
      : whole,
    isAggregated ? `in ${countOf(matching.groups, 'group')}` : '',
    omitted.groups > 0 ? `${countOf(omitted.groups, 'smaller group')} not drawn` : '',
    omitted.components > 0 ? `${countOf(omitted.components, 'component')} farther out not drawn` : '',
    omitted.dependencies > 0 ? 'only the busiest connections are drawn: choose a group or a component for all of its own' : '',
    notOpened.length > 0 ? 'too much is open: fold a group first' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
