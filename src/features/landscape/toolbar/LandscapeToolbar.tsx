/** The controls of the view: search, grouping, level, colours, picture or table, filters and export. */
'use client';

import { Select, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntitySearch } from '@/client/EntitySearch';
import { MoreMenu } from '@/client/MoreMenu';
import { TimeButton } from '@/client/time/TimeButton';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import type { FoundEntity, Grouping } from '@/contract/landscapePicture';
import type { ColourBy, Picture, PictureLevel } from '@/contract/picture';
import { CARDS_UP_TO, COLOUR_BY, EVERY_COMPONENT_UP_TO, GROUPINGS, PICTURE_LEVELS } from '@/contract/values/picture';
import { CopyLink } from '@/ui/CopyLink';
import { ExportMenu, type ExportChoice } from '@/ui/ExportMenu';
import { hoverIntent } from '@/ui/hoverIntent';
import frame from '@/ui/PictureFrame.module.css';
import { PictureOrTable } from '@/ui/PictureOrTable';
import { groupedBy, isPast, type ChangeView, type LandscapeView } from '@/features/landscape/address/landscapeAddress';
import type { Prefetch } from '@/features/landscape/data/useLandscape';
import classes from '@/features/landscape/LandscapePage.module.css';
import { COLOUR_LABELS } from '@/features/landscape/picture/colourWords';
import { GROUPING_WORDS } from '@/features/landscape/picture/pictureWords';
import { LandscapeFilters } from './LandscapeFilters';

export const SEARCH_ID = 'landscape-search';

const LEVEL_WORDS: Readonly<Record<PictureLevel, string>> = {
  components: 'Every component',
  cards: 'Cards',
  map: 'Map',
};
/** The value that stands for "the server chooses the level". */
const READABLE = 'readable';

const CHOICE = { size: 'xs', className: classes.choice, allowDeselect: false } as const;

interface Props {
  view: LandscapeView;
  change: ChangeView;
  data: Picture | undefined;
  /** What the colours show; null until it is known. */
  colourBy: ColourBy | null;
  /** The chosen grouping, or the one the server chose; null until it is known. */
  grouping: Grouping | null;
  /** A short text of what is shown; empty until it is known. */
  summary: string;
  exports: readonly ExportChoice[];
  /** The button that shares the picture. */
  share: ReactNode;
  prefetch: Prefetch;
  onFound(entity: FoundEntity): void;
  /** Called with a grouping that somebody chose. */
  onGrouped(grouping: Grouping): void;
}

export function LandscapeToolbar({ view, change, data, colourBy, grouping, summary, exports, share, prefetch, onFound, onGrouped }: Props) {
  // Columns by hop are always cards of applications.
  const isAround = view.focus.length > 0 && view.hops > 0;
  const prefetchOthers = (): void => prefetch.picturesInTurn(GROUPINGS.filter((one) => one !== grouping).map(groupedBy));
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
            onLikely={({ kind, id }) => {
              if (kind === 'component') {
                prefetch.component(id);
                prefetch.links(id);
              }
            }}
          />
        </div>
        <Select
          {...CHOICE}
          leftSection="Group"
          leftSectionWidth={52}
          aria-label="Group"
          disabled={isAround}
          data={groupingChoices(data)}
          value={grouping}
          onChange={(value) => {
            if (value === null) return;
            onGrouped(value);
            change(groupedBy(value));
          }}
          onDropdownOpen={prefetchOthers}
          {...hoverIntent(prefetchOthers)}
        />
        <Select
          {...CHOICE}
          leftSection="Show"
          leftSectionWidth={46}
          aria-label="Level of detail"
          disabled={isAround}
          data={levelChoices(data)}
          value={view.level ?? READABLE}
          onChange={(value) => value !== null && change({ level: value === READABLE ? null : value, open: null })}
        />
        <Select
          {...CHOICE}
          leftSection="Colour"
          leftSectionWidth={54}
          aria-label="Colour by"
          data={COLOUR_BY.map((one) => ({ value: one, label: COLOUR_LABELS[one] }))}
          value={view.colour ?? colourBy}
          onChange={(value) => value !== null && change({ colour: value as ColourBy })}
        />
        <PictureOrTable view={view.view} onChange={(shown) => change({ view: shown })} />
        <ExportMenu choices={exports} />
        <TimeButton isPast={isPast(view)} onChange={(instants) => change({ ...instants, component: null, group: null })} />
        <CopyLink />
        {share}
        <ViewsMenu page="landscape" />
        <MoreMenu />
      </div>
      <div className={classes.below}>
        <LandscapeFilters view={view} change={change} prefetch={prefetch.picture} />
        <Text size="xs" c="dimmed" className={classes.counts} role="status" title={summary}>
          {summary}
        </Text>
      </div>
    </header>
  );
}

/** Applications hold components as cells, of which a map shows only so many. */
function groupingChoices(data: Picture | undefined): { value: Grouping; label: string; disabled?: boolean }[] {
  const isTooLarge = (data?.matching.components ?? 0) > EVERY_COMPONENT_UP_TO;
  return GROUPINGS.map((one) =>
    one === 'application' && isTooLarge
      ? { value: one, label: `${GROUPING_WORDS[one]} (up to ${EVERY_COMPONENT_UP_TO})`, disabled: true }
      : { value: one, label: GROUPING_WORDS[one] },
  );
}

function levelChoices(data: Picture | undefined): { value: PictureLevel | typeof READABLE; label: string; disabled?: boolean }[] {
  const offered = data === undefined || data.level === 'focus' ? PICTURE_LEVELS : data.levels;
  const most: Partial<Record<PictureLevel, number>> = { components: EVERY_COMPONENT_UP_TO, cards: CARDS_UP_TO };
  return [
    { value: READABLE, label: 'Best fit' },
    ...PICTURE_LEVELS.map((level) =>
      offered.includes(level)
        ? { value: level, label: LEVEL_WORDS[level] }
        : { value: level, label: `${LEVEL_WORDS[level]} (up to ${most[level] ?? ''})`, disabled: true },
    ),
  ];
}
