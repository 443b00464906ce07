/** Shown before anything is selected to fail: what affects the most, to start from. */
'use client';

import { Center, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyTenant, isLandscapeEmpty } from '@/client/EmptyTenant';
import { FailureNote } from '@/client/FailureNote';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { firstQuestion } from '@/client/blastRadiusQuestion';
import { expectedCostFact, peopleLabel } from '@/client/labels/figures';
import { PageLink } from '@/client/PageLink';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { KindIcon } from '@/client/symbols/KindIcon';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import type { HomeOverview } from '@/contract/homeOverview';
import { countOf } from '@/plain/counts';
import classes from './NothingChosen.module.css';

const MOST = 8;

export function NothingChosen() {
  const overview = useQuery(useTRPC().home.overview.queryOptions({}));
  const { data } = overview;
  if (data !== undefined && isLandscapeEmpty(data.size))
    return (
      <Center p="lg" flex={1}>
        <EmptyTenant then="Once there are components and dependencies, this page says what breaks when one of them fails." />
      </Center>
    );
  const widest = data?.widest.filter(({ affected }) => affected > 0).slice(0, MOST) ?? [];
  return (
    <Center p="lg" flex={1} style={{ overflow: 'auto', alignItems: 'safe center' }}>
      <Stack w="min(100%, 720px)" gap="sm">
        <Title order={2}>What if something fails?</Title>
        <Text size="sm" c="dimmed">
          Choose what fails: a component, an application, a hosting zone, a technology, a dataset, or any other of the nine kinds. Search
          above, or begin with what affects the most.
        </Text>
        {widest.length > 0 && <Starts rows={widest} />}
        {data !== undefined && data.capabilities.length > 0 && <Exposed rows={data.capabilities.slice(0, MOST / 2)} />}
        {overview.isError && data === undefined && (
          <FailureNote title="The suggestions could not be loaded" error={overview.error} onRetry={() => void overview.refetch()} />
        )}
        {overview.isPending && <Skeleton height={180} radius="md" role="status" aria-label="Loading suggestions" />}
        {data !== undefined && data.size.components > 0 && widest.length === 0 && (
          <Text size="sm">No dependency passes a failure on to another component.</Text>
        )}
        {data?.size.components === 0 && <Text size="sm">No component is recorded yet, so there is nothing that could fail.</Text>}
      </Stack>
    </Center>
  );
}

function Starts({ rows }: { rows: HomeOverview['widest'] }) {
  const { tenantId } = useTenant();
  const ahead = usePrefetchedAnswer();
  return (
    <section aria-label="What affects the most">
      <Title order={3} mb={6}>
        What affects the most
      </Title>
      <ul className={`bare-list ${classes.starts}`}>
        {rows.map(({ id, name, kind, application, affected, people, audiencesWithoutNumber, revenue }) => {
          const crowd = peopleLabel(people, audiencesWithoutNumber);
          const facts = [application, crowd, expectedCostFact(revenue)].filter((fact) => fact !== null).join(' · ');
          return (
            <li key={id}>
              <PageLink
                href={blastRadiusHref(tenantId, 'component', id)}
                className={classes.start}
                onLikely={() => ahead(firstQuestion('component', id))}
              >
                <KindIcon kind={kind} />
                <span className={classes.words}>
                  <span className={classes.name} title={name}>
                    {name}
                  </span>
                  <span className={classes.facts}>{facts}</span>
                </span>
                <span className={classes.side}>{countOf(affected, 'component')}</span>
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The other way round: what most depends on. */
function Exposed({ rows }: { rows: HomeOverview['capabilities'] }) {
  const { tenantId } = useTenant();
  const ahead = usePrefetchedAnswer();
  return (
    <section aria-label="What could affect these">
      <Title order={3} mb={6}>
        Or ask what could affect these
      </Title>
      <ul className={`bare-list ${classes.starts}`}>
        {rows.map(({ id, name, components }) => (
          <li key={id}>
            <PageLink
              href={`${blastRadiusHref(tenantId, 'capability', id)}&direction=upstream`}
              className={classes.start}
              onLikely={() => ahead({ ...firstQuestion('capability', id), direction: 'upstream' })}
            >
              <EntityIcon kind="capability" />
              <span className={classes.words}>
                <span className={classes.name} title={name}>
                  {name}
                </span>
              </span>
              <span className={classes.side}>{countOf(components, 'component')}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
