/** The log as two lists: one entry for each change set, which opens; and the single changes of one change set or one entity. */
'use client';

import { Box, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ShowMore, type EndlessList } from '@/client/ShowMore';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { isNarrowed, questionOf, type AuditView, type ChangeAuditView } from './auditAddress';
import { AuditTable, type AuditRow } from './AuditTable';
import { ChangeSetBar } from './ChangeSetBar';

const PAGE_SIZE = 50;

interface Props {
  view: AuditView;
  onNarrow: ChangeAuditView;
}

export function GroupList({ view, onNarrow }: Props) {
  const trpc = useTRPC();
  const groups = useInfiniteQuery(
    trpc.changes.groups.infiniteQueryOptions(
      { ...questionOf(view), limit: PAGE_SIZE },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const pages = groups.data?.pages;
  const rows = useMemo(
    () =>
      pages?.flatMap(({ items }) =>
        items.map((group): AuditRow => ({
          entry: group.first,
          group: group.created + group.updated + group.deleted === 1 && typeof group.origin.manifest !== 'string' ? null : group,
        })),
      ),
    [pages],
  );
  return <Listed view={view} onNarrow={onNarrow} list={groups} rows={rows} />;
}

export function EntryList({ view, onNarrow }: Props) {
  const trpc = useTRPC();
  const changes = useInfiniteQuery(
    trpc.changes.list.infiniteQueryOptions(
      { ...questionOf(view), limit: PAGE_SIZE },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const pages = changes.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items.map((entry): AuditRow => ({ entry, group: null }))), [pages]);
  const made = rows?.find(({ entry }) => entry.changeSetId === view.changeSetId)?.entry;
  const [first] = pages ?? [];
  return (
    <>
      {first !== undefined && (
        <Text size="xs" c="dimmed" my="xs" role="status">
          {first.totalIsMinimum === true ? 'More than ' : ''}
          {first.total.toLocaleString('en')} {first.total === 1 ? 'change' : 'changes'}
        </Text>
      )}
      {made !== undefined && made.landscapeVersion !== null && (
        <ChangeSetBar key={made.changeSetId} changeSetId={made.changeSetId} landscapeVersion={made.landscapeVersion} onNarrow={onNarrow} />
      )}
      <Listed view={view} onNarrow={onNarrow} list={changes} rows={rows} />
    </>
  );
}

interface ListedProps extends Props {
  list: EndlessList & { isPending: boolean; isError: boolean; refetch(): unknown };
  rows: readonly AuditRow[] | undefined;
}

function Listed({ view, onNarrow, list, rows }: ListedProps) {
  const isLandscape = view.tab === 'landscape';
  const nothing = isLandscape ? 'No changes yet. What you add to the landscape appears here.' : 'No changes yet.';
  return (
    <Box mt="sm">
      <Unanswered query={list} failure="The log cannot be shown" loading="The log is loading" rows={8} />
      {rows !== undefined && (
        <>
          <AuditTable rows={rows} empty={isNarrowed(view) ? 'Nothing matches these filters.' : nothing} onNarrow={onNarrow} />
          <ShowMore list={list} label="Show older changes" />
        </>
      )}
    </Box>
  );
}
