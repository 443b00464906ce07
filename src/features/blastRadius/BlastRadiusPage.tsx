/** What breaks when something fails, or what could make it fail: the question above, rings or a table below, the consequences beside. */
'use client';

import { Center, Loader } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { FailureNote } from '@/client/FailureNote';
import classes from './BlastRadiusPage.module.css';
import { BlastRadiusToolbar, START_ID } from './BlastRadiusToolbar';
import { NothingChosen } from './NothingChosen';
import { PathPanel } from './PathPanel';
import { ReachedTable } from './ReachedTable';
import { RingsCanvas } from './RingsCanvas';
import { RollUpPanel } from './RollUpPanel';
import { questionOf, useBlastRadiusView } from './blastRadiusAddress';
import { useBlastRadius } from './useBlastRadius';

export function BlastRadiusPage() {
  const [view, change] = useBlastRadiusView();
  const question = questionOf(view);
  const { answer, travelled } = useBlastRadius(question);
  useHotkeys([['/', () => document.getElementById(START_ID)?.focus()]]);
  const { data } = answer;
  const isAnswered = data !== undefined && question !== null && data.entity.id === question.entityId;
  const select = (component: string | null): void => change({ component: component !== null && data?.components.some(({ id }) => id === component) === true ? component : null });

  return (
    <div className={classes.page}>
      <BlastRadiusToolbar view={view} change={change} answer={isAnswered ? data : undefined} />
      <div className={classes.content}>
        {question === null && <NothingChosen />}
        {question !== null && answer.isError && !isAnswered && <FailureNote title="There is no answer" error={answer.error} onRetry={() => void answer.refetch()} />}
        {question !== null && !answer.isError && !isAnswered && (
          <Center role="status" aria-label="Working it out" className={classes.stage}>
            <Loader size="sm" />
          </Center>
        )}
        {isAnswered && (
          <>
            <div className={classes.stage} aria-busy={answer.isPlaceholderData}>
              {view.view === 'picture' ? (
                <RingsCanvas answer={data} travelled={travelled.data?.dependencies ?? null} selectedId={view.component} onSelect={select} onShowTable={() => change({ view: 'table' })} />
              ) : (
                <ReachedTable answer={data} selectedId={view.component} onSelect={select} />
              )}
            </div>
            <div className={classes.side} role="group" aria-label="What follows" tabIndex={0}>
              {view.component !== null && <PathPanel question={question} answer={data} componentId={view.component} onSelect={select} onClose={() => select(null)} />}
              <RollUpPanel answer={data} onSelect={select} onDeeper={() => change({ maxDepth: data.depth.applied + 1 })} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
