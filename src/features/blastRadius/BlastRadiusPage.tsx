/** The blast radius page. On top: the question and its figures. Below: lanes, rings or a table. At the side: the consequences. */
'use client';

import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMemo, useRef, type RefObject } from 'react';
import { PreloadLibrary } from '@/canvas/draw/PreloadLibrary';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { limited, type Question } from '@/client/blastRadiusQuestion';
import { EarlyQuestions } from '@/client/early/EarlyQuestions';
import { FailureNote } from '@/client/FailureNote';
import { impactBands } from '@/client/impactColumns/impactBands';
import { LanesDrawing } from '@/client/impactColumns/ColumnsDrawing';
import type { Instants } from '@/client/time/TimeButton';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { ImpactLanes } from '@/contract/impactColumns';
import { countOf } from '@/plain/counts';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { laterPart } from '@/ui/laterPart';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import classes from './BlastRadiusPage.module.css';
import {
  blastRadiusViewAfter,
  NOTHING_CHOSEN,
  questionOf,
  useBlastRadiusView,
  type BlastRadiusView,
  type ChangeView,
  type ViewChange,
} from './blastRadiusAddress';
import { blastRadiusExports } from './blastRadiusExports';
import { BlastRadiusToolbar, START_ID } from './BlastRadiusToolbar';
import { Headline } from './Headline';
import { affectedWords } from './headline';
import { nothingSentence } from './impactWords';
import { ItemPanel } from '@/client/impactColumns/ItemPanel';
import { itemIn } from '@/client/impactColumns/itemSentences';
import { PathPanel } from './PathPanel';
import { stopsTo } from './pathStops';
import { RollUpPanel } from './RollUpPanel';
import { useBlastRadius, useFailingNow, usePathAhead } from './useBlastRadius';

const TimeBar = laterPart(async () => (await import('@/client/time/TimeBar')).TimeBar);
const NothingChosen = laterPart(async () => (await import('./NothingChosen')).NothingChosen);
const RingsOf = laterPart(async () => (await import('./RingsOf')).RingsOf, <PictureSkeleton shape="boxes" label="Calculating" />);
const ReachedTable = laterPart(async () => (await import('./ReachedTable')).ReachedTable, <LoadingRows label="Calculating" rows={12} />);

export function BlastRadiusPage() {
  const [view, change] = useBlastRadiusView();
  const question = questionOf(view);
  const { answer, lanes, readWhole } = useBlastRadius(question);
  useHotkeys([['/', () => document.getElementById(START_ID)?.focus()]]);
  const answerAhead = usePrefetchedAnswer();
  const foresee = (next: ViewChange): void => {
    const asked = questionOf(blastRadiusViewAfter(view, next));
    if (asked !== null) answerAhead(asked);
  };
  const isOf = (entity: { id: string } | undefined): boolean => entity !== undefined && entity.id === question?.entityId;
  const data = isOf(answer.data?.entity) ? answer.data : undefined;
  const drawn = isOf(lanes.data?.causes[0]) && lanes.data?.direction === data?.direction ? lanes.data : undefined;
  const failingNow = useFailingNow(data, drawn, view.at === null);
  const exports = blastRadiusExports(view.view, data, drawn, failingNow, () =>
    question === null ? Promise.reject(new Error()) : readWhole(question),
  );

  return (
    <div className={frame.page}>
      <BlastRadiusToolbar view={view} change={change} foresee={foresee} hasQuestion={question !== null} answer={data} exports={exports} />
      <Time view={view} change={change} answer={data} />
      {data !== undefined && <Headline answer={data} lanes={drawn} />}
      <div className={`${frame.content} ${classes.content}`}>
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
            lanes={drawn}
            lanesQuery={lanes}
            failingNow={failingNow}
            isOld={answer.isPlaceholderData}
          />
        )}
      </div>
      {question !== null && <Early question={question} isTable={view.view === 'table'} isUnread={data === undefined} />}
    </div>
  );
}

/** What is fetched while the page's code is still loading. */
function Early({ question, isTable, isUnread }: { question: Question; isTable: boolean; isUnread: boolean }) {
  return (
    <>
      {!isTable && <PreloadLibrary />}
      {isUnread && (
        <EarlyQuestions
          questions={[
            { procedure: 'impact.blastRadius', input: limited(question) },
            { procedure: 'impact.lanes', input: question },
          ]}
        />
      )}
    </>
  );
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
      <div className={`${frame.stage} ${classes.stage}`}>
        {isTable ? <LoadingRows label="Calculating" rows={12} /> : <PictureSkeleton shape="boxes" label="Calculating" />}
      </div>
      <div className={classes.side} aria-hidden="true">
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
  lanes: ImpactLanes | undefined;
  lanesQuery: ReturnType<typeof useBlastRadius>['lanes'];
  failingNow: ReadonlySet<string>;
  isOld: boolean;
}

function Answered({ view, change, question, answer, lanes, lanesQuery, failingNow, isOld }: AnsweredProps) {
  const canvas = useRef<CanvasHandle>(null);
  const pathAhead = usePathAhead(question);
  const names = useMemo(() => componentNames(answer, lanes), [answer, lanes]);
  const select = (id: string | null): void => {
    if (id !== null && names.has(id)) change({ component: id, item: null });
    else change({ component: null, item: id !== null && lanes !== undefined && itemIn(lanes, id) !== null ? id : null });
  };
  const open = (id: string): void => {
    const item = lanes === undefined ? null : itemIn(lanes, id);
    const kind = names.has(id) ? 'component' : item?.kind;
    if (kind !== undefined) change({ entityType: kind, entityId: id, ...NOTHING_CHOSEN });
  };
  const foreseePath = (id: string): void => (names.has(id) ? pathAhead(id) : undefined);
  return (
    <>
      <div className={`${frame.stage} ${classes.stage}`} aria-busy={isOld}>
        {view.view === 'table' && (
          <ReachedTable answer={answer} failingNow={failingNow} selectedId={view.component} onSelect={select} onLikely={foreseePath} />
        )}
        {view.view === 'rings' && (
          <RingsOf
            canvas={canvas}
            answer={answer}
            selectedId={view.component}
            onSelect={select}
            onOpen={open}
            onLikely={foreseePath}
            onShowLanes={() => change({ view: 'lanes' })}
          />
        )}
        {view.view === 'lanes' && lanes === undefined && lanesQuery.isError && (
          <FailureNote title="The picture could not be loaded" error={lanesQuery.error} onRetry={() => void lanesQuery.refetch()} isInset />
        )}
        {view.view === 'lanes' && lanes === undefined && !lanesQuery.isError && <PictureSkeleton shape="boxes" label="Calculating" />}
        {view.view === 'lanes' && lanes !== undefined && (
          <LanesOf
            view={view}
            answer={answer}
            lanes={lanes}
            failingNow={failingNow}
            canvas={canvas}
            onSelect={select}
            onOpen={open}
            onLikely={foreseePath}
          />
        )}
      </div>
      <div className={classes.side} role="group" aria-label="Consequences" tabIndex={0}>
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
        {view.item !== null && lanes !== undefined && <ItemPanel lanes={lanes} itemId={view.item} onClose={() => select(null)} />}
        <RollUpPanel
          answer={answer}
          lanes={lanes}
          onSelect={select}
          onLikely={foreseePath}
          onDeeper={() => change({ maxDepth: answer.depth.applied + 1 })}
        />
      </div>
    </>
  );
}

/** The names of all components that can have a path: those reached, and those that fail with the start. */
function componentNames(answer: BlastRadiusAnswer, lanes: ImpactLanes | undefined): ReadonlyMap<string, string> {
  const { entity, origin, components } = answer;
  const rows = [...(lanes?.cards.flatMap((card) => card.rows) ?? []), ...origin, ...components];
  return new Map(rows.filter(({ id }) => id !== entity.id).map(({ id, name }) => [id, name]));
}

interface LanesProps {
  view: BlastRadiusView;
  answer: BlastRadiusAnswer;
  lanes: ImpactLanes;
  failingNow: ReadonlySet<string>;
  canvas: RefObject<CanvasHandle | null>;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
}

function LanesOf({ view, answer, lanes, failingNow, canvas, onSelect, onOpen, onLikely }: LanesProps) {
  const lanesIn = useMemo(() => (cardBands: number) => impactBands(lanes, { failingNow }, cardBands), [lanes, failingNow]);
  const stops = useMemo(() => stopsTo(answer, lanes, view.component), [answer, lanes, view.component]);
  const { entity, direction, depth } = answer;
  const what = direction === 'downstream' ? `what breaks if ${entity.name} fails` : `what could make ${entity.name} fail`;
  const nothing = nothingSentence(answer, lanes);
  return (
    <>
      {nothing !== null && (
        <p className={classes.nothing} role="status">
          {nothing}
        </p>
      )}
      <LanesDrawing
        canvas={canvas}
        lanesIn={lanesIn}
        subject={`${entity.id} ${direction} ${depth.applied}`}
        label={`Lanes of ${what}: ${affectedWords(answer)}, within ${countOf(depth.applied, 'hop')}.`}
        chosenId={view.component ?? view.item}
        stops={stops}
        onSelect={onSelect}
        onOpen={onOpen}
        onLikely={onLikely}
      />
    </>
  );
}
