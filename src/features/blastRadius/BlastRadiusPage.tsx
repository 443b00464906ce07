/** What breaks when something fails, or what could make it fail: the question above, rings or a table below, the consequences beside. */
'use client';

import { Box, useComputedColorScheme } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useCallback, useRef } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { usePictureExports, type CsvTable } from '@/client/usePictureExports';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import { KeptBelow } from '@/ui/KeptBelow';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { LoadingRows } from '@/ui/LoadingRows';
import frame from '@/ui/PictureFrame.module.css';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import type { GraphHandle } from '@/ui/graph/GraphCanvas';
import classes from './BlastRadiusPage.module.css';
import { BlastRadiusToolbar, START_ID } from './BlastRadiusToolbar';
import { NothingChosen } from './NothingChosen';
import { PathPanel } from './PathPanel';
import { ReachedTable } from './ReachedTable';
import { RingsCanvas } from './RingsCanvas';
import { RollUpPanel } from './RollUpPanel';
import { blastRadiusViewAfter, questionOf, useBlastRadiusView, type ViewChange } from './blastRadiusAddress';
import { impactTables } from './impactTables';
import { useBlastRadius, usePathAhead } from './useBlastRadius';

const NO_TABLES: readonly CsvTable[] = [];

export function BlastRadiusPage() {
  const [view, change] = useBlastRadiusView();
  const question = questionOf(view);
  const { answer, travelled, readWhole } = useBlastRadius(question);
  const graph = useRef<GraphHandle>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  useHotkeys([['/', () => document.getElementById(START_ID)?.focus()]]);
  const { data } = answer;
  const answerAhead = usePrefetchedAnswer();
  const foresee = (next: ViewChange): void => {
    const asked = questionOf(blastRadiusViewAfter(view, next));
    if (asked !== null) answerAhead(asked);
  };
  const isAnswered = data !== undefined && question !== null && data.entity.id === question.entityId;
  const pathAhead = usePathAhead(question);
  // Each keeps its identity while the answer stays, so that what holds only the answer is not written anew with every choice.
  const isReached = useCallback((component: string): boolean => data?.components.some(({ id }) => id === component) === true, [data]);
  const select = useCallback(
    (component: string | null): void => change({ component: component !== null && isReached(component) ? component : null }),
    [change, isReached],
  );
  const foreseePath = useCallback(
    (component: string): void => (isReached(component) ? pathAhead(component) : undefined),
    [isReached, pathAhead],
  );
  const depth = data?.depth.applied ?? 0;
  const lookDeeper = useCallback((): void => change({ maxDepth: depth + 1 }), [change, depth]);

  const { subject, tables, isPicture } = isAnswered
    ? { subject: data.entity.technicalName, tables: impactTables(data, () => readWhole(question)), isPicture: view.view === 'picture' }
    : { subject: '', tables: NO_TABLES, isPicture: false };
  const exports = usePictureExports(graph, isPicture, paletteOf(scheme).page, `blast-radius-${subject}`, tables);

  return (
    <div className={frame.page}>
      <BlastRadiusToolbar
        view={view}
        change={change}
        foresee={foresee}
        hasQuestion={question !== null}
        answer={isAnswered ? data : undefined}
        exports={exports}
      />
      <div className={`${frame.content} ${classes.content}`}>
        {question === null && <NothingChosen />}
        {question !== null && answer.isError && !isAnswered && (
          <FailureNote title="There is no answer" error={answer.error} onRetry={() => void answer.refetch()} isInset />
        )}
        {question !== null && !answer.isError && !isAnswered && (
          <>
            <div className={`${frame.stage} ${classes.stage}`}>
              {view.view === 'picture' ? (
                <PictureSkeleton shape="rings" label="Working it out" />
              ) : (
                <LoadingRows label="Working it out" rows={12} />
              )}
            </div>
            <div className={classes.side} aria-hidden="true">
              <Box p="md">
                <LoadingFacts label="Working it out" rows={14} />
              </Box>
            </div>
          </>
        )}
        {isAnswered && (
          <>
            <div className={`${frame.stage} ${classes.stage}`} aria-busy={answer.isPlaceholderData}>
              <KeptBelow isShown={view.view === 'picture'} keepsUp>
                <RingsCanvas
                  graph={graph}
                  answer={data}
                  travelled={travelled.data?.dependencies ?? null}
                  selectedId={view.component}
                  onSelect={select}
                  onLikely={foreseePath}
                  onShowTable={() => change({ view: 'table' })}
                />
              </KeptBelow>
              {view.view === 'table' && <ReachedTable answer={data} selectedId={view.component} onSelect={select} onLikely={foreseePath} />}
            </div>
            <div className={classes.side} role="group" aria-label="What follows" tabIndex={0}>
              {view.component !== null && (
                <PathPanel question={question} answer={data} componentId={view.component} onSelect={select} onClose={() => select(null)} />
              )}
              <RollUpPanel answer={data} onSelect={select} onLikely={foreseePath} onDeeper={lookDeeper} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
