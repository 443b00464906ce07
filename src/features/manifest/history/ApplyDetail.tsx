/** One apply: who, when, what it changed, and how to undo it. */
'use client';

import { ActionIcon, Box, Group, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { ShowMore } from '@/client/ShowMore';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { ManifestApply } from '@/contract/manifest/applies';
import { countOf } from '@/plain/counts';
import { isRoleAtLeast } from '@/domain/access';
import { LoadingRows } from '@/ui/LoadingRows';
import { Timestamp } from '@/ui/Timestamp';
import { ChangeList } from '@/features/manifest/ChangeList';
import { ChangeMark } from '@/features/manifest/ChangeMark';
import { CHANGE_OPS } from '@/features/manifest/planRows';
import { entryChanges } from './entryChanges';
import classes from './HistoryPage.module.css';
import { UndoSection } from './UndoSection';

interface Props {
  changeSetId: string;
  /** Undefined if it is further down than the list has been loaded. */
  apply: ManifestApply | undefined;
  onClose(): void;
}

export function ApplyDetail({ changeSetId, apply, onClose }: Props) {
  const { role } = useTenant();
  return (
    <section className={classes.detail} aria-label="What this apply did">
      <Box className={classes.head}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2}>{apply === undefined ? 'One apply' : apply.manifest}</Title>
          <ActionIcon aria-label="Close" onClick={onClose}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
        {apply !== undefined && <ApplyFacts apply={apply} />}
        {isRoleAtLeast(role, 'Editor') && apply?.undoneBy === null && <UndoSection changeSetId={changeSetId} />}
      </Box>
      <ApplyChanges changeSetId={changeSetId} />
    </section>
  );
}

function ApplyFacts({ apply: { at, actor, landscapeVersion, prune, summary, takenOver, undoneBy } }: { apply: ManifestApply }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {actor.name}, <Timestamp at={at} />, landscape version {landscapeVersion.toLocaleString('en')}
        {prune ? ', with prune' : ''}
      </Text>
      <Group gap={12} mt={4}>
        {CHANGE_OPS.filter((op) => summary[op] > 0).map((op) => (
          <ChangeMark key={op} op={op} count={summary[op]} />
        ))}
      </Group>
      {takenOver > 0 && (
        <Text size="sm" mt={4}>
          It took over {countOf(takenOver, 'field')} from other manifests.
        </Text>
      )}
      {undoneBy !== null && (
        <Text size="sm" mt={4}>
          It was undone.
        </Text>
      )}
    </>
  );
}

function ApplyChanges({ changeSetId }: { changeSetId: string }) {
  const trpc = useTRPC();
  const changes = useInfiniteQuery(
    trpc.changes.list.infiniteQueryOptions({ changeSetId, limit: 200 }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
  );
  const shown = useMemo(() => entryChanges(changes.data?.pages.flatMap((page) => page.items) ?? []), [changes.data]);
  if (changes.isError && changes.data === undefined)
    return <FailureNote title="The changes could not be loaded" error={changes.error} onRetry={() => void changes.refetch()} isInset />;
  if (changes.data === undefined) return <LoadingRows label="Loading the changes" />;
  return (
    <div className={classes.changes}>
      <ChangeList changes={shown} isPartial={changes.hasNextPage} />
      <ShowMore list={changes} label={`Show more of ${(changes.data.pages[0]?.total ?? 0).toLocaleString('en')}`} />
    </div>
  );
}
