/** The paths of a failure as pictures, the shortest first; or a note that there is none. */
'use client';

import { Alert, Anchor, Text, Title } from '@mantine/core';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { Explanation } from '@/client/explanation/Explanation';
import { failureOf } from '@/client/failure';
import { FailureNote } from '@/client/FailureNote';
import { Chain, type ChainLink } from '@/client/chain/Chain';
import { COMPONENT_KIND_LABELS, predicateOf } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { KindIcon } from '@/client/symbols/KindIcon';
import { useTenant } from '@/client/tenantContext';
import type { ImpactPaths } from '@/contract/impactPath';
import { PLAN_LIMITS } from '@/domain/access';
import type { EntityKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { LoadingRows } from '@/ui/LoadingRows';
import classes from './PathFinderPage.module.css';
import { stopsOf, type FoundPath } from './pathStops';
import { usePaths } from './usePaths';

interface Props {
  from: { kind: EntityKind; id: string };
  to: string;
  names: { source: string; target: string };
}

export function FoundPaths({ from, to, names }: Props) {
  const { tenantId, plan } = useTenant();
  const found = usePaths(from, to);
  const within = `within ${countOf(PLAN_LIMITS[plan].maximumDepth, 'hop')}`;
  if (found.isPending) return <LoadingRows label="Looking for paths" rows={3} />;
  if (found.isError) {
    if (failureOf(found.error).code !== 'not_found')
      return <FailureNote title="The paths could not be loaded" error={found.error} onRetry={() => void found.refetch()} />;
    return (
      <Alert variant="light" color="indigo" title={`A failure of ${names.source} does not reach ${names.target} ${within}`} maw={820}>
        <Text size="sm" c="var(--mantine-color-text)">
          That is as far as the {plan} plan looks. The dependency may run the other way.
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
      {paths.map((path, index) => (
        <Way
          key={path.steps.map(({ dependencyId }) => dependencyId).join(' ')}
          path={path}
          failsWith={from.kind === 'component' ? null : names.source}
          number={paths.length > 1 ? index + 1 : null}
        />
      ))}
      <Explanation
        question={{ entityType: from.kind, entityId: from.id, direction: 'downstream', state: 'Outage' }}
        componentId={to}
        withoutWays
      />
      <Text size="sm" mt="sm">
        {countWords(found.data, within)}{' '}
        <Anchor component={PageLink} href={`${blastRadiusHref(tenantId, from.kind, from.id)}&component=${to}`} inherit underline="always">
          See it in the blast radius
        </Anchor>
        .
      </Text>
    </section>
  );
}

/** `number` is null if this is the only path. `failsWith` names what fails if it is no component itself. */
function Way({ path, number, failsWith }: { path: FoundPath; number: number | null; failsWith: string | null }) {
  const { tenantId } = useTenant();
  const title = `Path ${number ?? 1}: ${countOf(path.steps.length, 'hop')}`;
  const links = stopsOf(path).map(({ id, name, kind, state, by }): ChainLink => ({
    key: id,
    ...(by === null ? {} : { by: { mode: by.mode, passes: by.passes, words: by.words, outcome: by.outcome } }),
    icon: <KindIcon kind={kind} />,
    name: (
      <PageLink href={blastRadiusHref(tenantId, 'component', id)} className={classes.name}>
        {name}
      </PageLink>
    ),
    detail: by === null && failsWith !== null ? `${COMPONENT_KIND_LABELS[kind]} · fails with ${failsWith}` : COMPONENT_KIND_LABELS[kind],
    state,
  }));
  return (
    <>
      {number !== null && (
        <Title order={3} className={classes.way}>
          {title}
        </Title>
      )}
      {links.length > 0 && <Chain label={title} links={links} />}
    </>
  );
}

function countWords({ paths, hasMore }: ImpactPaths, within: string): string {
  if (hasMore) return `The ${paths.length} shortest paths; there are more.`;
  return paths.length === 1 ? `There is no other path ${within}.` : `These are all ${paths.length} paths ${within}.`;
}

function headline({ paths, expectedState }: ImpactPaths, { source, target }: Props['names']): string {
  const hops = paths[0]?.steps.length ?? 0;
  if (hops === 0) return `${target} is part of what fails`;
  return `If ${source} fails, ${target} ${predicateOf(expectedState)}, ${countOf(hops, 'hop')} away`;
}
