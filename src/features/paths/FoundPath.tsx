/** One shortest path of the failure in sentences; or that there is none. */
'use client';

import { Alert, Anchor, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { failureOf } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { predicateOf } from '@/client/labels/labels';
import { pathLines } from '@/client/labels/pathWords';
import { PageLink } from '@/client/PageLink';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { ImpactPath } from '@/contract/impactPath';
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

export function FoundPath({ from, to, names }: Props) {
  const { tenantId, plan } = useTenant();
  const trpc = useTRPC();
  const question = { entityType: from.kind, entityId: from.id, direction: 'downstream', component: to } as const;
  const path = useQuery(trpc.impact.path.queryOptions(question));
  if (path.isPending) return <LoadingRows label="Looking for the path" rows={3} />;
  if (path.isError) {
    if (failureOf(path.error).code !== 'not_found')
      return <FailureNote title="The path could not be read" error={path.error} onRetry={() => void path.refetch()} />;
    return (
      <Alert variant="light" color="indigo" title={`A failure of ${names.source} does not reach ${names.target}`} maw={820}>
        <Text size="sm" c="var(--mantine-color-text)">
          No dependency passes it on within {countOf(PLAN_LIMITS[plan].maximumDepth, 'hop')}, which is as far as the {plan} plan looks. It
          may be the other way around.
        </Text>
      </Alert>
    );
  }
  return (
    <section aria-label={`From ${names.source} to ${names.target}`}>
      <Title order={2} mb={8}>
        {headline(path.data.steps, names)}
      </Title>
      <ol className={classes.steps}>
        {pathLines(path.data.steps, 'downstream').map(({ id, text }, index) => {
          const state = path.data.steps[index]?.expectedState;
          return (
            <li key={id} className={classes.step}>
              <span>{text}</span>
              {state !== undefined && <StateMark state={state} />}
            </li>
          );
        })}
      </ol>
      <Text size="sm" mt="sm">
        One of the shortest paths.{' '}
        <Anchor component={PageLink} href={`${blastRadiusHref(tenantId, from.kind, from.id)}&component=${to}`} inherit underline="always">
          See it in the blast radius
        </Anchor>{' '}
        with all that it travels.
      </Text>
    </section>
  );
}

function headline(steps: ImpactPath['steps'], { source, target }: Props['names']): string {
  const last = steps.at(-1);
  if (last === undefined) return `${target} is part of what fails`;
  return `If ${source} fails, ${target} ${predicateOf(last.expectedState)}, ${countOf(steps.length, 'hop')} away`;
}
