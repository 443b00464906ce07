/**
 * Beyond the shortest path of a failure: the other paths, the redundancy that gave way on them, and what would have saved the component.
 */
'use client';

import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Question } from '@/client/blastRadiusQuestion';
import { FailureNote } from '@/client/FailureNote';
import { failureOf } from '@/client/failure';
import { pathLines } from '@/client/labels/pathWords';
import { useTRPC } from '@/client/trpc';
import type { ImpactExplanation } from '@/contract/impactPath';
import { countOf } from '@/plain/counts';
import { LoadingFacts } from '@/ui/LoadingFacts';
import { GroupsGaveWay } from './GroupsGaveWay';
import classes from './Explanation.module.css';

interface Props {
  question: Question;
  componentId: string;
  /** The paths are elsewhere on the page. */
  withoutWays?: boolean;
}

export function Explanation({ question, componentId, withoutWays = false }: Props) {
  const explained = useQuery(useTRPC().impact.explain.queryOptions({ ...question, componentId }));
  if (explained.isPending) return <LoadingFacts label="Looking for what would have saved it" rows={2} />;
  if (explained.isError) {
    // Whoever shows the path already says that there is none.
    if (failureOf(explained.error).code === 'not_found') return null;
    return <FailureNote title="It could not be explained" error={explained.error} onRetry={() => void explained.refetch()} />;
  }
  const { data } = explained;
  if (data.ways[0]?.steps.length === 0) return null;
  return (
    <>
      {!withoutWays && <OtherWays explanation={data} question={question} />}
      {data.gaveWay.length > 0 && (
        <section className={classes.part} aria-label="Redundancy that gave way">
          <Title order={3} className={classes.heading}>
            Redundancy that gave way
          </Title>
          <GroupsGaveWay groups={data.gaveWay} />
        </section>
      )}
      <SavedBy explanation={data} subject={question.direction === 'downstream' ? data.component.name : 'the start'} />
    </>
  );
}

function OtherWays({ explanation: { ways, hasMoreWays }, question }: { explanation: ImpactExplanation; question: Question }) {
  const others = ways.slice(1);
  if (others.length === 0) return null;
  return (
    <section className={classes.part} aria-label="Other ways">
      <Title order={3} className={classes.heading}>
        {hasMoreWays ? `Other ways (${others.length} of more)` : `Other ways (${others.length})`}
      </Title>
      {others.map(({ steps }) => (
        <details key={steps.map(({ dependencyId }) => dependencyId).join(' ')} className={classes.ways}>
          <summary>
            {countOf(steps.length, 'hop')} over{' '}
            {steps
              .map(({ source, target }) => (question.direction === 'upstream' ? target : source).name)
              .slice(0, -1)
              .join(', ')}
          </summary>
          <ol>
            {pathLines(steps, question.direction, question.state).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

/** A smallest set of dependencies that would have left `subject` healthy if they had passed nothing on. */
function SavedBy({
  explanation: { cut, cutIsLargerThan, isComplete, expectedState },
  subject,
}: {
  explanation: ImpactExplanation;
  subject: string;
}) {
  if (expectedState === 'Healthy') return null;
  return (
    <section className={classes.part} aria-label="What would have saved it">
      <Title order={3} className={classes.heading}>
        What would have saved it
      </Title>
      {!isComplete && (
        <Text size="sm">
          There are too many paths to check within a fifth of a second, so it is not known what would have saved {subject}.
        </Text>
      )}
      {isComplete && cut === null && <Text size="sm">More than {cutIsLargerThan} dependencies would have had to pass nothing on.</Text>}
      {cut !== null && cut.length > 0 && (
        <>
          <Text size="sm">
            {subject} would stay healthy if {cut.length === 1 ? 'this dependency' : `these ${cut.length} dependencies`} passed nothing on:
          </Text>
          <ul className={classes.cut}>
            {cut.map(({ dependencyId, source, target }) => (
              <li key={dependencyId}>
                {source.name} on {target.name}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
