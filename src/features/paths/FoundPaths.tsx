/** The paths of a failure in sentences, the shortest first; or a note that there is none. */
'use client';

import { Alert, Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { Explanation } from '@/client/explanation/Explanation';
import { failureOf } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { predicateOf } from '@/client/labels/labels';
import { pathLines } from '@/client/labels/pathWords';
import { PageLink } from '@/client/PageLink';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { ImpactPath, ImpactPaths } from '@/contract/impactPath';
import { PLAN_LIMITS } from '@/domain/access';
import type { EntityKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import classes from './PathFinderPage.module.css';

interface Props {
  from: { kind: EntityKind; id: string };
  to: string;
  names: { source: string; target: string };
}

export function FoundPaths({ from, to, names }: Props) {
  const { tenantId, plan } = useTenant();
  const trpc = useTRPC();
  const question = { entityType: from.kind, entityId: from.id, direction: 'downstream', component: to } as const;
  const found = useQuery(trpc.impact.paths.queryOptions(question));
  if (found.isPending) return <LoadingRows label="Looking for paths" rows={3} />;
  if (found.isError) {
    if (failureOf(found.error).code !== 'not_found')
      return <FailureNote title="The paths could not be loaded" error={found.error} onRetry={() => void found.refetch()} />;
    return (
      <Alert variant="light" color="indigo" title={`A failure of ${names.source} does not reach ${names.target}`} maw={820}>
        <Text size="sm" c="var(--mantine-color-text)">
          No dependency passes it on within {countOf(PLAN_LIMITS[plan].maximumDepth, 'hop')}, which is as far as the {plan} plan looks. The
          dependency may run the other way.
        </Text>
      </Alert>
    );
  }
  const { paths } = found.data;
  return (
    <section aria-label={`From ${names.source} to ${names.target}`}>
      <Title order={2} mb={8}>
        {headline(found.data, names)}
      </Title>
      {paths.map(({ steps }, index) => (
        <Way key={steps.map(({ dependencyId }) => dependencyId).join(' ')} steps={steps} number={paths.length > 1 ? index + 1 : null} />
      ))}
      <Explanation
        question={{ entityType: from.kind, entityId: from.id, direction: 'downstream', state: 'Outage' }}
        componentId={to}
        withoutWays
      />
      <Text size="sm" mt="sm">
        {countWords(found.data)}{' '}
        <Anchor component={PageLink} href={`${blastRadiusHref(tenantId, from.kind, from.id)}&component=${to}`} inherit underline="always">
          See it in the blast radius
        </Anchor>
        .
      </Text>
    </section>
  );
}

/** `number` is null if this is the only path. */
function Way({ steps, number }: { steps: ImpactPath['steps']; number: number | null }) {
  const title = `Path ${number ?? 1}: ${countOf(steps.length, 'hop')}`;
  return (
    <>
      {number !== null && (
        <Title order={3} className={classes.way}>
          {title}
        </Title>
      )}
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label={title}>
          {pathLines(steps, 'downstream').map(({ id, text }, index) => {
            const state = steps[index]?.expectedState;
            return (
              <li key={id} className={classes.step}>
                <span>{text}</span>
                {state !== undefined && <StateMark state={state} />}
              </li>
            );
          })}
        </ol>
      )}
    </>
  );
}

function countWords({ paths, hasMore }: ImpactPaths): string {
  if (hasMore) return `The ${paths.length} shortest paths; there are more.`;
  return paths.length === 1 ? 'There is no other path.' : `These are all ${paths.length} paths.`;
}

function headline({ paths, expectedState }: ImpactPaths, { source, target }: Props['names']): string {
  const hops = paths[0]?.steps.length ?? 0;
  if (hops === 0) return `${target} is part of what fails`;
  return `If ${source} fails, ${target} ${predicateOf(expectedState)}, ${countOf(hops, 'hop')} away`;
}
