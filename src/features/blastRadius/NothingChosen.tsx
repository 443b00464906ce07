/** Shown before anything is selected to fail: suggestions to start from. */
'use client';

import { Anchor, Center, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { FailureNote } from '@/client/FailureNote';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { firstQuestion } from '@/client/blastRadiusQuestion';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { entityKindLabel } from '@/client/labels/labels';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { usePrefetchedAnswer } from '@/client/usePrefetchedAnswer';
import { KINDS } from '@/contract/values/kinds';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import classes from './NothingChosen.module.css';

const OF_EACH_KIND = 4;

export function NothingChosen() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const ahead = usePrefetchedAnswer();
  // Asked at the same time, so that they travel in one request.
  const kinds = useQueries({
    queries: ENTITY_KINDS.map((kind) => trpc.landscape.find.queryOptions({ search: '', kinds: [kind], limit: OF_EACH_KIND })),
  });
  const failed = kinds.find(({ isError }) => isError);
  const isEmpty = kinds.every(({ data }) => data?.length === 0);
  return (
    <Center p="lg" flex={1} style={{ overflow: 'auto', alignItems: 'safe center' }}>
      <Stack maw={760} gap="sm">
        <Title order={2}>What if something fails?</Title>
        <Text size="sm" c="dimmed">
          Choose what fails: a component, an application, a hosting zone, a technology, a dataset, or any other of the nine kinds. Search
          above, or begin with one of these.
        </Text>
        {kinds.map(({ data }, place) => {
          const kind = ENTITY_KINDS[place];
          if (kind === undefined || data === undefined || data.length === 0) return null;
          return (
            <section key={kind} className={classes.kind} aria-label={KINDS[kind].plural}>
              <Text size="xs" c="dimmed">
                {entityKindLabel(kind)}
              </Text>
              <div className={classes.starts}>
                {data.map(({ id, name }) => (
                  <UnstyledButton
                    key={id}
                    component={PageLink}
                    href={blastRadiusHref(tenantId, kind, id)}

                    className={classes.start}
                    aria-label={`${name}, ${entityKindLabel(kind)}`}
                    onLikely={() => ahead(firstQuestion(kind, id))}
                  >
                    <EntityIcon kind={kind} />
                    <span className={classes.name}>{name}</span>
                  </UnstyledButton>
                ))}
              </div>
            </section>
          );
        })}
        {failed?.error != null && (
          <FailureNote
            title="The suggestions could not be loaded"
            error={failed.error}
            onRetry={() => void Promise.all(kinds.map((kind) => kind.refetch()))}
          />
        )}
        {kinds.some(({ isPending }) => isPending) && <Skeleton height={180} radius="md" role="status" aria-label="Loading suggestions" />}
        {isEmpty && (
          <Text size="sm">
            This landscape is still empty.{' '}
            <Anchor component={PageLink} href={pageHref(tenantId, 'landscape')} inherit underline="always">
              Fill the landscape
            </Anchor>
          </Text>
        )}
      </Stack>
    </Center>
  );
}
