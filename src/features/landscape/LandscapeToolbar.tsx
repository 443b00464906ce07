/** What can be chosen about the view: search, grouping, picture or table, filters, and what is taken out of it. */
'use client';

import { Box, Select, Text, Title } from '@mantine/core';
import { EntitySearch } from '@/client/EntitySearch';
import { countOf } from '@/client/look/words';
import { GROUPINGS, type FoundEntity, type Grouping, type LandscapePicture } from '@/contract/landscapePicture';
import { CopyLink } from '@/ui/CopyLink';
import { ExportMenu, type ExportChoice } from '@/ui/ExportMenu';
import frame from '@/ui/PictureFrame.module.css';
import { PictureOrTable } from '@/ui/PictureOrTable';
import { startElk } from '@/ui/graph/elkEngine';
import { likely } from '@/ui/likely';
import { memoByLook } from '@/ui/memoByLook';
import { LandscapeFilters } from './LandscapeFilters';
import classes from './LandscapePage.module.css';
import type { ChangeView, LandscapeView, ViewChange } from './landscapeAddress';
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
  onFound(entity: FoundEntity): void;
}

function groupedBy(grouping: Grouping): ViewChange {
  return { grouping, group: null, open: null, folded: null };
}

export function LandscapeToolbar({ view, change, data, exports, foresight, onFound }: Props) {
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
            onLikely={({ kind, id }) => (kind === 'component' ? foresight.component(id) : kind === data.grouping && foresight.group(id))}
          />
        </div>
        <GroupingChoice
          grouping={view.grouping ?? data.grouping}
          isAggregated={data.isAggregated}
          onChange={(grouping) => change(groupedBy(grouping))}
          onLikely={(grouping) => void foresight.arrangement(groupedBy(grouping))}
          onOpen={(offered) => void foreseeAll(offered, data.isAggregated, foresight)}
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

interface GroupingProps {
  grouping: Grouping;
  isAggregated: boolean;
  onChange(grouping: Grouping): void;
  onLikely(grouping: Grouping): void;
  /** With all that may be chosen instead. */
  onOpen(offered: readonly Grouping[]): void;
}

/** One after the other, so that they do not keep the server from what is chosen meanwhile. The places of a small landscape are found one after the other, and what is chosen would wait for the others': there they are found for what the pointer rests on. */
async function foreseeAll(groupings: readonly Grouping[], isAggregated: boolean, foresight: Foresight): Promise<void> {
  for (const grouping of groupings) {
    if (isAggregated) await foresight.arrangement(groupedBy(grouping));
    else foresight.picture(groupedBy(grouping));
  }
}

const GroupingChoice = memoByLook(({ grouping, isAggregated, onChange, onLikely, onOpen }: GroupingProps) => {
  const offered = GROUPINGS.filter((one) => one !== 'none' || !isAggregated);
  return (
    <Select
      size="xs"
      className={classes.grouping}
      aria-label="Group"
      data={offered.map((one) => ({ value: one, label: GROUPING_WORDS[one] }))}
      value={grouping}
      allowDeselect={false}
      onChange={(value) => value !== null && onChange(value as Grouping)}
      onDropdownOpen={() => onOpen(offered.filter((one) => one !== grouping))}
      {...likely(startElk)}
      renderOption={({ option }) => <Box flex={1} {...likely(() => onLikely(option.value as Grouping))}>{option.label}</Box>}
    />
  );
});

function summary({ counts, matching, isAggregated, omitted, notOpened }: LandscapePicture): string {
  const dependencies = (count: number): string => countOf(count, 'dependency', 'dependencies');
  const whole = `${countOf(counts.components, 'component')}, ${dependencies(counts.dependencies)}`;
  const isPart = matching.components !== counts.components || matching.dependencies !== counts.dependencies;
  const parts = [
    isPart ? `${matching.components.toLocaleString('en')} of ${countOf(counts.components, 'component')}, ${dependencies(matching.dependencies)}` : whole,
    isAggregated ? `in ${countOf(matching.groups, 'group')}` : '',
    omitted.groups > 0 ? `${countOf(omitted.groups, 'smaller group')} not drawn` : '',
    omitted.components > 0 ? `${countOf(omitted.components, 'component')} farther out not drawn` : '',
    omitted.dependencies > 0 ? 'the heaviest joins are drawn: choose a group or a component for all of its own' : '',
    notOpened.length > 0 ? 'too much is open: fold a group first' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
