/** The landscape as a picture or a table, with the selected thing beside it. */
'use client';

import { Alert, Box, Button, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useStageSize } from '@/canvas/camera/useStageSize';
import { roomIn } from '@/canvas/camera/viewport';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { FailureNote } from '@/client/FailureNote';
import { pictureExports, type CsvTable } from '@/client/pictureExports';
import { ShareButton } from '@/client/sharing/ShareButton';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import type { Picture, PictureDifferences, PictureMarks } from '@/contract/picture';
import { laterPart } from '@/ui/laterPart';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import {
  hasFilters,
  isPast,
  NO_FILTERS,
  NOTHING_CHOSEN,
  pictureInputOf,
  type ChangeView,
  type LandscapeView,
  type Room,
} from './address/landscapeAddress';
import type { KeptLook } from './address/keptLook';
import { useGroupedAsBefore, useKeepLook, useScheme } from './address/useKeptLook';
import { useLandscapeView } from './address/useLandscapeView';
import { viewsFrom, type Views } from './address/viewsFrom';
import {
  useComponentPlace,
  useContents,
  useDifferences,
  useGroup,
  usePicture,
  usePictureDifferences,
  usePictureLinks,
  usePrefetch,
  type Prefetch,
  type ShownPicture,
} from './data/useLandscape';
import classes from './LandscapePage.module.css';
import { ComponentPanel } from './panels/ComponentPanel';
import { FocusBar } from './panels/FocusBar';
import { GroupPanel } from './panels/GroupPanel';
import { LinePanel } from './panels/LinePanel';
import { LandscapeDrawing } from './picture/LandscapeDrawing';
import { legendEntries } from './picture/colourWords';
import { landscapeLook } from './picture/landscapeLook';
import { summaryOf } from './picture/pictureWords';
import { differenceEntries, markedPicture } from './picture/differenceMarks';
import { differenceSummary } from './table/differenceWords';
import { useLandscapeTables } from './table/useLandscapeTables';
import { LandscapeToolbar, SEARCH_ID } from './toolbar/LandscapeToolbar';

const TABLE_COMES = (
  <Box flex={1} p="md">
    <LoadingRows label="Loading the landscape" rows={12} />
  </Box>
);
const TimeBar = laterPart(async () => (await import('@/client/time/TimeBar')).TimeBar);
const EmptyLandscape = laterPart(async () => (await import('./EmptyLandscape')).EmptyLandscape);
const LandscapeTable = laterPart(async () => (await import('./table/LandscapeTable')).LandscapeTable, TABLE_COMES);
const DifferencesTable = laterPart(async () => (await import('./table/DifferencesTable')).DifferencesTable, TABLE_COMES);

interface LandscapePageProps {
  /** How it was last looked at; null if that is unknown. */
  kept: KeptLook | null;
}

export function LandscapePage({ kept }: LandscapePageProps) {
  const [address, change, replace] = useLandscapeView();
  const view = useGroupedAsBefore(address, kept, replace);
  const { stage, size } = useStageSize(kept?.size);
  const scheme = useScheme(kept);
  const rememberGrouping = useKeepLook(kept, size, scheme);
  const room = size === null ? null : roomIn(size);
  const { data, marks: read, isWaiting, failure } = usePicture(view, room);
  const prefetch = usePrefetch(view, room);
  const tables = useLandscapeTables(view);
  const marks = isColoured(view) ? read : undefined;
  const differences = usePictureDifferences(view, room).data;
  useHotkeys([['/', () => document.getElementById(SEARCH_ID)?.focus()]]);
  const views = viewsFrom(view, data);
  const contents = useContents(view).data;
  const summed = view.view === 'table' ? contents && { ...contents, omitted: {} } : data;
  const exports = exportsOf(view, data, marks, differences, tables);
  if (data?.counts.components === 0 && data.counts.applications === 0) return <EmptyLandscape />;
  return (
    <div className={frame.page}>
      <LandscapeToolbar
        view={view}
        change={change}
        data={data}
        colourBy={read?.colourBy ?? null}
        grouping={view.grouping ?? data?.grouping ?? contents?.grouping ?? null}
        summary={summed === undefined ? '' : summaryOf(summed)}
        exports={exports}
        share={view.view === 'picture' && <Share view={view} data={data} room={room} marks={marks} />}
        prefetch={prefetch}
        onFound={(found) => change(views.find(found))}
        onGrouped={rememberGrouping}
      />
      {isPast(view) && <Time view={view} change={change} data={data} />}
      <div className={frame.content}>
        <Stage
          view={view}
          change={change}
          views={views}
          data={data}
          failure={failure}
          isWaiting={isWaiting}
          marks={marks}
          differences={differences}
          prefetch={prefetch}
          stage={stage}
          size={size}
          palette={paletteOf(scheme)}
        />
        <Panels view={view} change={change} views={views} data={data} prefetch={prefetch} />
      </div>
    </div>
  );
}

/** The picture of a past instant carries no health. */
function isColoured({ at, since, colour }: LandscapeView): boolean {
  return since === null && (at === null || colour !== 'health');
}

interface ShareProps {
  view: LandscapeView;
  data: Picture | undefined;
  room: Room | null;
  marks: PictureMarks | undefined;
}

function Share({ view, data, room, marks }: ShareProps) {
  return (
    <ShareButton
      what={
        data === undefined || room === null
          ? null
          : { page: 'landscape', question: { ...pictureInputOf(view, room), colourBy: view.colour } }
      }
      hasMoney={marks?.colourBy === 'exposure' && !marks.withheld}
    />
  );
}

function exportsOf(
  { view }: LandscapeView,
  data: Picture | undefined,
  marks: PictureMarks | undefined,
  differences: PictureDifferences | undefined,
  tables: CsvTable[],
) {
  const paper = paletteOf('light');
  return pictureExports({
    draw:
      view === 'table' || data === undefined
        ? null
        : () => ({
            picture: markedPicture({ data, marks, differences }, paper),
            look: landscapeLook(paper),
          }),
    title: 'Landscape',
    note: data === undefined ? '' : `Landscape version ${data.landscapeVersion}`,
    legend: differences !== undefined ? differenceEntries(paper) : marks === undefined ? [] : legendEntries(marks, paper),
    fileName: 'landscape',
    tables,
  });
}

function Time({ view, change, data }: { view: LandscapeView; change: ChangeView; data: Picture | undefined }) {
  const compared = useDifferences(view).data;
  const isCompared = view.since !== null && compared !== undefined;
  return (
    <TimeBar
      instants={view}
      versions={{
        at: (isCompared ? compared.at.landscapeVersion : data?.landscapeVersion) ?? null,
        since: isCompared ? compared.since.landscapeVersion : null,
      }}
      canCompare
      summary={isCompared ? differenceSummary(compared) : undefined}
      onChange={change}
    />
  );
}

interface StageProps extends ShownPicture {
  view: LandscapeView;
  change: ChangeView;
  views: Views;
  differences: PictureDifferences | undefined;
  prefetch: Prefetch;
  stage: (element: HTMLElement | null) => void;
  size: { width: number; height: number } | null;
  palette: CanvasPalette;
}

function Stage({ view, change, views, data, failure, isWaiting, marks, differences, prefetch, stage, size, palette }: StageProps) {
  const canvas = useRef<CanvasHandle>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const chosen = view.component ?? view.group;
  const shown = view.component ?? thingAt(data, chosen ?? pointed);
  const links = usePictureLinks(view, size === null ? null : roomIn(size), shown).data;
  const isCovered = chosen !== null || view.line !== null;
  return (
    <Box className={frame.stage} aria-busy={isWaiting} data-covered={isCovered}>
      {view.focus.length > 0 && <FocusBar view={view} change={change} data={data} prefetch={prefetch.picture} />}
      {data?.matching.components === 0 && <NothingPasses view={view} change={change} />}
      {view.view === 'table' ? (
        <Table view={view} onSelect={(id) => change(views.choose(id))} />
      ) : data === undefined ? (
        <div ref={stage} className={classes.unread}>
          {failure !== null ? (
            <FailureNote title="The landscape could not be loaded" {...failure} isInset />
          ) : (
            <PictureSkeleton label="Loading the landscape" />
          )}
        </div>
      ) : (
        <LandscapeDrawing
          data={data}
          input={size === null || isPast(view) ? null : pictureInputOf(view, roomIn(size))}
          marks={marks}
          differences={view.since === null ? undefined : differences}
          palette={palette}
          links={shown === null ? undefined : links}
          selectedId={chosen}
          selectedLine={view.line}
          isCovered={isCovered}
          room={size}
          stage={stage}
          canvas={canvas}
          onSelect={(id) => change(id === null ? NOTHING_CHOSEN : views.choose(id))}
          onSelectLine={(id) => change({ ...NOTHING_CHOSEN, line: id })}
          onOpen={(id) => change(views.open(id))}
          onPoint={(id) => {
            setPointed(id);
            const thing = thingAt(data, id);
            if (thing !== null) prefetch.links(thing);
          }}
        />
      )}
    </Box>
  );
}

/** The component or application that is drawn as this row, cell or box; null for everything else. */
function thingAt(data: Picture | undefined, id: string | null): string | null {
  if (data === undefined || id === null) return null;
  for (const { rows } of data.cards) for (const row of rows) if (row.id === id || row.of === id) return row.of;
  return data.boxes.some((box) => box.id === id) ? id : null;
}

function Table(props: { view: LandscapeView; onSelect: (id: string) => void }) {
  return props.view.since === null ? <Contents {...props} /> : <Compared {...props} />;
}

function Compared({ view, onSelect }: { view: LandscapeView; onSelect: (id: string) => void }) {
  const compared = useDifferences(view);
  if (compared.data !== undefined) return <DifferencesTable data={compared.data} onSelect={onSelect} />;
  if (compared.isError)
    return (
      <FailureNote title="The differences could not be loaded" error={compared.error} onRetry={() => void compared.refetch()} isInset />
    );
  return (
    <Box flex={1} p="md">
      <LoadingRows label="Comparing" rows={12} />
    </Box>
  );
}

function Contents({ view, onSelect }: { view: LandscapeView; onSelect: (id: string) => void }) {
  const contents = useContents(view);
  if (contents.data !== undefined)
    return <LandscapeTable view={view} data={contents.data} selectedId={view.component} onSelect={onSelect} />;
  if (contents.isError)
    return <FailureNote title="The landscape could not be loaded" error={contents.error} onRetry={() => void contents.refetch()} isInset />;
  return TABLE_COMES;
}

interface PanelProps {
  view: LandscapeView;
  change: ChangeView;
  views: Views;
  data: Picture | undefined;
  prefetch: Prefetch;
}

function Panels({ view, change, views, data, prefetch }: PanelProps) {
  const place = useComponentPlace(view.component);
  const group = useGroup(view, views.kindOf(view.group));
  const close = (): void => change(NOTHING_CHOSEN);
  const select = (component: string): void => change({ ...NOTHING_CHOSEN, component });
  const line = data?.lines.find(({ id }) => id === view.line);
  return (
    <div className={frame.over}>
      {view.component !== null && (
        <ComponentPanel
          place={place}
          isInFocus={view.focus.length === 1 && view.focus[0] === view.component}
          prefetch={prefetch}
          neighboursOf={views.neighbours}
          onSelect={select}
          change={change}
          onFound={(found) => change(views.find(found))}
          onClose={close}
        />
      )}
      {view.group !== null && (
        <GroupPanel
          place={group}
          isOpen={openStateOf(data, view.group)}
          prefetch={prefetch}
          toggled={views.open(view.group)}
          alone={data?.level === 'map' && data.cards.some(({ id }) => id === view.group) ? views.open(view.group) : null}
          focused={{ ...NOTHING_CHOSEN, focus: [view.group], hops: 1, level: null }}
          change={change}
          onSelect={select}
          onSelectGroup={(key) => change({ ...NOTHING_CHOSEN, group: key })}
          onClose={close}
        />
      )}
      {line !== undefined && data !== undefined && <LinePanel line={line} data={data} onSelect={select} onClose={close} />}
    </div>
  );
}

/** Null for a group that is no card, or that cannot be opened where it is. */
function openStateOf(data: Picture | undefined, group: string): boolean | null {
  if (data === undefined || data.level === 'map' || data.level === 'focus') return null;
  return data.cards.find(({ id }) => id === group)?.isOpen ?? null;
}

function NothingPasses({ view, change }: { view: LandscapeView; change: ChangeView }) {
  return (
    <Alert className={classes.note} variant="light" color="indigo">
      <Text size="sm">
        {hasFilters(view) ? 'No component matches these filters.' : 'What this page showed is no longer in the landscape.'}
      </Text>
      <Button mt="xs" variant="default" onClick={() => change({ ...NO_FILTERS, focus: null, hops: null })}>
        {hasFilters(view) ? 'Clear the filters' : 'Show everything'}
      </Button>
    </Alert>
  );
}
