/** The landscape: a picture or a table of the same, with what is chosen beside it. */
'use client';

import { Alert, Box, Button, Text, useComputedColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { usePictureExports } from '@/client/usePictureExports';
import type { FoundEntity, LandscapePicture } from '@/contract/landscapePicture';
import { KeptViews } from '@/ui/KeptViews';
import frame from '@/ui/PictureFrame.module.css';
import { canvasesAhead } from './canvasesAhead';
import { ComponentPanel } from './ComponentPanel';
import { EmptyLandscape } from './EmptyLandscape';
import { FocusBar } from './FocusBar';
import { GroupPanel } from './GroupPanel';
import { LandscapeCanvas } from './LandscapeCanvas';
import classes from './LandscapePage.module.css';
import { LandscapeTable } from './LandscapeTable';
import { LandscapeToolbar, SEARCH_ID } from './LandscapeToolbar';
import {
  NO_FILTERS,
  groupedBy,
  hasFilters,
  useLandscapeView,
  type ChangeView,
  type LandscapeView,
  type ViewChange,
} from './landscapeAddress';
import { landscapeTables } from './landscapeTables';
import { UnreadLandscape } from './UnreadLandscape';
import { useChosenJoins, useComponentPlace, useGroup, useLandscape } from './useLandscape';
import { useShownGraph } from './useShownGraph';
import { useShownPicture } from './useShownPicture';

export function LandscapePage() {
  const [view, change] = useLandscapeView();
  const place = useComponentPlace(view.component);
  const { query, data } = useLandscape(view, place);
  useHotkeys([['/', () => document.getElementById(SEARCH_ID)?.focus()]]);
  if (data === undefined) return <UnreadLandscape view={view.view} query={query} />;
  if (data.counts.components === 0 && data.counts.applications === 0) return <EmptyLandscape />;
  return <ShownLandscape view={view} change={change} latest={data} place={place} isPlaceholder={query.isPlaceholderData} />;
}

interface Props {
  view: LandscapeView;
  change: ChangeView;
  latest: LandscapePicture;
  place: ReturnType<typeof useComponentPlace>;
  /** What is asked for is still being read. */
  isPlaceholder: boolean;
}

function ShownLandscape({ view, change, latest, place, isPlaceholder }: Props) {
  const shown = useShownPicture(view, latest, isPlaceholder);
  const { data, isStale, name, part, foresight, expect } = shown;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const palette = paletteOf(scheme);
  const group = useGroup(view, view.grouping ?? data.grouping);
  const joins = useChosenJoins(view, data, group.data);
  const groupKeys = useMemo(() => new Set(data.groups.map(({ key }) => key)), [data]);
  const select = useCallback(
    (id: string | null): void => {
      const isGroup = id !== null && groupKeys.has(id);
      change({ component: isGroup ? null : id, group: isGroup ? id : null });
    },
    [change, groupKeys],
  );
  const ways = waysFrom(view, data);
  // A part is seen whole, whatever is chosen in it.
  const asked = view.focus.length > 0 ? name : shown.nameOf(view.grouping ?? data.grouping);
  const { graphOf, graph, isChosenHere } = useShownGraph(name, asked, view.component ?? view.group);
  const isFolded = data.groups.find(({ key }) => key === view.group)?.isFolded !== false;
  const isPicture = view.view === 'picture';
  const canvases = canvasesAhead(shown.ahead, { palette, part, nameOf: shown.nameOf, graphOf, drawn: shown.drawn });
  const exports = usePictureExports(graph, isPicture, palette.page, 'landscape', landscapeTables(data));

  return (
    <div className={frame.page}>
      <LandscapeToolbar
        view={view}
        change={change}
        data={data}
        exports={exports}
        foresight={foresight}
        expect={expect}
        onFound={(found) => change(ways.find(found))}
      />
      <div className={frame.content}>
        <Box className={frame.stage} aria-busy={isStale} data-covered={view.component !== null || view.group !== null}>
          {view.focus.length > 0 && <FocusBar view={view} change={change} data={data} foresee={foresight.picture} />}
          {data.matching.components === 0 && <NothingPasses view={view} change={change} />}
          <KeptViews shown={isPicture ? name : null} kept={shown.kept} ahead={canvases}>
            <LandscapeCanvas
              data={data}
              joins={joins}
              palette={palette}
              selectedId={view.component ?? view.group}
              startsAt={isChosenHere && view.focus.length === 0 ? (view.component ?? view.group) : null}
              isChosenHere={isChosenHere}
              part={part}
              graph={graph}
              onDrawn={() => shown.drawn(data.grouping)}
              onSelect={select}
              onToggleGroup={(key) => change(ways.toggle(key))}
              onNeighbours={(id) => change(ways.neighbours(id))}
              onLikely={(id) => (groupKeys.has(id) ? foresight.group(id) : foresight.component(id))}
            />
          </KeptViews>
          {!isPicture && <LandscapeTable data={data} selectedId={view.component} onSelect={select} />}
        </Box>
        <div className={frame.over}>
          {view.component !== null && (
            <ComponentPanel
              place={place}
              isInFocus={view.focus.includes(view.component)}
              foresight={foresight}
              neighboursOf={ways.neighbours}
              onSelect={select}
              onFocus={(id) => change(ways.neighbours(id))}
              onFound={(found) => change(ways.find(found))}
              onClose={() => select(null)}
            />
          )}
          {view.group !== null && (
            <GroupPanel
              place={group}
              isFolded={isFolded}
              foresight={foresight}
              toggled={ways.toggle(view.group)}
              focused={{ focus: [view.group], hops: 1, folded: null }}
              change={change}
              onSelect={(id) => change({ component: id, group: null })}
              onSelectGroup={(key) => change({ component: null, group: key })}
              onClose={() => select(null)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function NothingPasses({ view, change }: { view: LandscapeView; change: ChangeView }) {
  return (
    <Alert className={classes.note} variant="light" color="indigo">
      <Text size="sm">{hasFilters(view) ? 'No component passes these filters.' : 'There is nothing here any more.'}</Text>
      <Button mt="xs" variant="default" onClick={() => change({ ...NO_FILTERS, focus: null, hops: null })}>
        {hasFilters(view) ? 'Clear the filters' : 'Show everything'}
      </Button>
    </Alert>
  );
}

/** Where a view leads on to. */
function waysFrom(view: LandscapeView, data: LandscapePicture) {
  const turned = (keys: readonly string[], key: string): string[] =>
    keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key];
  return {
    toggle: (key: string): ViewChange => (data.isAggregated ? { open: turned(view.open, key) } : { folded: turned(view.folded, key) }),
    /** Around one component; once something is in focus, around this one as well. */
    neighbours: (id: string): ViewChange => ({
      focus: [...view.focus.filter((other) => other !== id), id],
      component: id,
      group: null,
      ...(view.focus.length === 0 ? { hops: 1 } : {}),
    }),
    find: ({ kind, id }: Pick<FoundEntity, 'kind' | 'id'>): ViewChange => {
      if (kind !== 'application' && kind !== 'hosting-zone' && kind !== 'capability') return { component: id, group: null };
      return { component: null, ...(data.grouping === kind ? {} : groupedBy(kind)), group: id };
    },
  };
}
