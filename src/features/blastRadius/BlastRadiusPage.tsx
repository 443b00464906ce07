/** The blast radius page. On top: the question and its figures. Below: columns or a table. At the side: the consequences. */
'use client';

import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { answerDigest } from '@/client/answerDigest';
import { PrintFoot } from '@/client/PrintFoot';
import type { Question } from '@/client/blastRadiusQuestion';
import { FailureNote } from '@/client/FailureNote';
import { groupKeyOf } from '@/client/impactColumns/cardBands';
import { GroupBar } from '@/client/impactColumns/GroupBar';
import { impactBands } from '@/client/impactColumns/impactBands';
import { ColumnsDrawing } from '@/client/impactColumns/ColumnsDrawing';
import { sheetExports } from '@/client/sheetExports';
import type { Instants } from '@/client/time/TimeButton';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactColumns } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import { FigureTiles } from '@/ui/FigureTiles';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { laterPart } from '@/ui/laterPart';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import classes from './BlastRadiusPage.module.css';
import {
  blastRadiusParsers,
  blastRadiusViewAfter,
  NOTHING_CHOSEN,
  questionOf,
  type BlastRadiusView,
  type ChangeView,
  type ViewChange,
} from './blastRadiusAddress';
import { blastRadiusSheet } from './blastRadiusSheet';
import { BlastRadiusToolbar, START_ID } from './BlastRadiusToolbar';
import { affectedWords } from '@/client/labels/affectedWords';
import { useTenant } from '@/client/tenantContext';
import { unrecordedIn } from '@/client/labels/recordHref';
import { figuresOf } from './headline';
import { nothingSentence } from './impactWords';
import { itemIn, listedRows } from '@/client/impactColumns/itemSentences';
import { stopsTo } from './pathStops';
import { RollUpPanel } from './RollUpPanel';
import { useBlastRadius, useFailingNow, usePathAhead } from './useBlastRadius';

const TimeBar = laterPart(async () => (await import('@/client/time/TimeBar')).TimeBar);
const ItemPanel = laterPart(async () => (await import('@/client/impactColumns/ItemPanel')).ItemPanel);
const PathPanel = laterPart(async () => (await import('./PathPanel')).PathPanel);
const NothingChosen = laterPart(async () => (await import('./NothingChosen')).NothingChosen);
const ReachedTable = laterPart(async () => (await import('./ReachedTable')).ReachedTable, <LoadingRows label="Calculating" rows={12} />);

export function BlastRadiusPage() {
  const tenant = useTenant();
  const [view, setView] = useQueryStates(blastRadiusParsers, { history: 'push', scroll: false });
  const change = useCallback<ChangeView>((next) => void setView(next), [setView]);
  const question = questionOf(view);
  const { answer, columns, readWhole } = useBlastRadius(question, view.group);
  useHotkeys([['/', () => document.getElementById(START_ID)?.focus()]]);
  const answerAhead = usePrefetchedAnswer();
  const foresee = (next: ViewChange): void => {
    const asked = questionOf(blastRadiusViewAfter(view, next));
    if (asked !== null) answerAhead(asked);
  };
  const isOf = (entity: { id: string } | undefined): boolean => entity !== undefined && entity.id === question?.entityId;
  const data = isOf(answer.data?.entity) ? answer.data : undefined;
  const drawn = isOf(columns.data?.causes[0]) && columns.data?.direction === data?.direction ? columns.data : undefined;
  const failingNow = useFailingNow(data, drawn, view.at === null);
  const sheet = data === undefined ? null : blastRadiusSheet(data, drawn, failingNow, readWhole);
  const exports = sheetExports(sheet, view.view === 'table');

  return (
    <div className={frame.page}>
      <BlastRadiusToolbar view={view} change={change} foresee={foresee} hasQuestion={question !== null} answer={data} exports={exports} />
      <Time view={view} change={change} answer={data} />
      {data !== undefined && (
        <FigureTiles isBar title={titleOf(data)} figures={figuresOf(data, drawn, unrecordedIn(tenant, data.completeness.notRecorded))} />
      )}
      <div className={`${frame.content} ${frame.withSide} ${classes.content}`}>
        {question === null && <NothingChosen />}
        {question !== null && answer.isError && data === undefined && (
          <FailureNote title="This question could not be answered" error={answer.error} onRetry={() => void answer.refetch()} isInset />
        )}
        {question !== null && !answer.isError && data === undefined && <Unread isTable={view.view === 'table'} />}
        {question !== null && data !== undefined && (
          <Answered
            view={view}
            change={change}
            question={question}
            answer={data}
            columns={drawn}
            columnsQuery={columns}
            failingNow={failingNow}
            isOld={answer.isPlaceholderData}
          />
        )}
      </div>
      {data !== undefined && <PrintFoot version={`Landscape version ${data.landscapeVersion}`} digestOf={() => answerDigest(data)} />}
    </div>
  );
}

function titleOf({ entity, direction }: BlastRadiusAnswer): string {
  return direction === 'downstream' ? `If ${entity.name} fails` : `What could make ${entity.name} fail`;
}

function Time({
  view: { at, entityId },
  change,
  answer,
}: {
  view: BlastRadiusView;
  change: ChangeView;
  answer: BlastRadiusAnswer | undefined;
}) {
  if (at === null || entityId === null) return null;
  const go = (next: Partial<Instants>): void => (next.at === undefined ? undefined : change({ at: next.at }));
  return <TimeBar instants={{ at, since: null }} versions={{ at: answer?.landscapeVersion ?? null, since: null }} onChange={go} />;
}

function Unread({ isTable }: { isTable: boolean }) {
  return (
    <>
      <div className={frame.stage}>{isTable ? <LoadingRows label="Calculating" rows={12} /> : <PictureSkeleton label="Calculating" />}</div>
      <div className={frame.side} aria-hidden="true">
        <Box p="md">
          <LoadingFacts label="Calculating" rows={14} />
        </Box>
      </div>
    </>
  );
}

interface AnsweredProps {
  view: BlastRadiusView;
  change: ChangeView;
  question: Question;
  answer: BlastRadiusAnswer;
  columns: ImpactColumns | undefined;
  columnsQuery: ReturnType<typeof useBlastRadius>['columns'];
  failingNow: ReadonlySet<string>;
  isOld: boolean;
}

function Answered({ view, change, question, answer, columns, columnsQuery, failingNow, isOld }: AnsweredProps) {
  const canvas = useRef<CanvasHandle>(null);
  const pathAhead = usePathAhead(question);
  const names = useMemo(() => componentNames(answer, columns), [answer, columns]);
  const select = (id: string | null): void => {
    const group = id === null ? null : groupKeyOf(id);
    if (group !== null) change({ ...NOTHING_CHOSEN, group });
    else if (id !== null && names.has(id)) change({ component: id, item: null });
    else change({ component: null, item: id !== null && columns !== undefined && itemIn(columns, id) !== null ? id : null });
  };
  const open = (id: string): void => {
    const item = columns === undefined ? null : itemIn(columns, id);
    const kind = names.has(id) ? 'component' : item?.kind;
    if (groupKeyOf(id) !== null) select(id);
    if (kind !== undefined) change({ entityType: kind, entityId: id, ...NOTHING_CHOSEN });
  };
  const foreseePath = (id: string): void => (names.has(id) ? pathAhead(id) : undefined);
  return (
    <>
      <div className={frame.stage} aria-busy={isOld}>
        {view.view === 'table' && (
          <ReachedTable answer={answer} failingNow={failingNow} selectedId={view.component} onSelect={select} onLikely={foreseePath} />
        )}
        {view.view === 'lanes' && columns === undefined && columnsQuery.isError && (
          <FailureNote
            title="The picture could not be loaded"
            error={columnsQuery.error}
            onRetry={() => void columnsQuery.refetch()}
            isInset
          />
        )}
        {view.view === 'lanes' && columns === undefined && !columnsQuery.isError && <PictureSkeleton label="Calculating" />}
        {view.view === 'lanes' && columns !== undefined && (
          <ColumnsOf
            view={view}
            answer={answer}
            columns={columns}
            failingNow={failingNow}
            canvas={canvas}
            onSelect={select}
            onOpen={open}
            onLikely={foreseePath}
            onLeaveGroup={() => change(NOTHING_CHOSEN)}
          />
        )}
      </div>
      <div className={frame.side} role="group" aria-label="Consequences" tabIndex={0}>
        {view.component !== null && (
          <PathPanel
            question={question}
            answer={answer}
            componentId={view.component}
            name={names.get(view.component)}
            onSelect={select}
            onClose={() => select(null)}
          />
        )}
        {view.item !== null && columns !== undefined && <ItemPanel columns={columns} itemId={view.item} onClose={() => select(null)} />}
        <RollUpPanel
          answer={answer}
          columns={columns}
          onSelect={select}
          onLikely={foreseePath}
          onDeeper={() => change({ maxDepth: answer.depth.applied + 1 })}
        />
      </div>
    </>
  );
}

/** The names of all components that can have a path: those reached, and those that fail with the start. */
function componentNames(answer: BlastRadiusAnswer, columns: ImpactColumns | undefined): ReadonlyMap<string, string> {
  const { entity, origin, components } = answer;
  const rows = [...(columns === undefined ? [] : listedRows(columns)), ...origin, ...components];
  return new Map(rows.filter(({ id }) => id !== entity.id).map(({ id, name }) => [id, name]));
}

/** What passes the failure on to a component that is reached. */
function viaIn({ origin, components }: BlastRadiusAnswer): (componentId: string) => string | null {
  const names = new Map([...origin, ...components].map(({ id, name }) => [id, name]));
  const before = new Map(components.map(({ id, via }) => [id, via.componentId]));
  return (id) => names.get(before.get(id) ?? '') ?? null;
}

interface ColumnsProps {
  view: BlastRadiusView;
  answer: BlastRadiusAnswer;
  columns: ImpactColumns;
  failingNow: ReadonlySet<string>;
  canvas: RefObject<CanvasHandle | null>;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
  onLeaveGroup(): void;
}

function ColumnsOf({ view, answer, columns, failingNow, canvas, onSelect, onOpen, onLikely, onLeaveGroup }: ColumnsProps) {
  const bandsIn = useMemo(() => (cardBands: number) => impactBands(columns, { failingNow }, cardBands), [columns, failingNow]);
  const viaOf = useMemo(() => viaIn(answer), [answer]);
  const stops = useMemo(() => stopsTo(answer, columns, view.component), [answer, columns, view.component]);
  const { entity, direction, depth } = answer;
  const what = direction === 'downstream' ? `what breaks if ${entity.name} fails` : `what could make ${entity.name} fail`;
  const nothing = nothingSentence(answer, columns);
  return (
    <>
      {nothing !== null && (
        <p className={classes.nothing} role="status">
          {nothing}
        </p>
      )}
      <GroupBar columns={columns} onLeave={onLeaveGroup} />
      <ColumnsDrawing
        canvas={canvas}
        bandsIn={bandsIn}
        subject={`${entity.id} ${direction} ${depth.applied} ${columns.group ?? ''}`}
        label={`Columns of ${what}: ${affectedWords(answer)}, within ${countOf(depth.applied, 'hop')}.`}
        chosenId={view.component ?? view.item}
        viaOf={viaOf}
        stops={stops}
        onSelect={onSelect}
        onOpen={onOpen}
        onLikely={onLikely}
      />
    </>
  );
}
