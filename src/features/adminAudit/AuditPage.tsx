/** Who changed what and when, with the values before and after. */
'use client';

import { Tabs, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { useTRPC } from '@/client/trpc';
import { ShowMore } from '@/client/ShowMore';
import { LoadingRows } from '@/ui/LoadingRows';
import { PageFrame } from '@/ui/PageFrame';
import { isNarrowed, questionOf, useAuditView, type AuditTab } from './auditAddress';
import { AuditFilters } from './AuditFilters';
import { AuditTable } from './AuditTable';
import { ChangeSetBar } from './ChangeSetBar';

const PAGE_SIZE = 50;

export function AuditPage() {
  const trpc = useTRPC();
  const [view, change] = useAuditView();
  const changes = useInfiniteQuery(
    trpc.changes.list.infiniteQueryOptions(
      { ...questionOf(view), limit: PAGE_SIZE },
      { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const pages = changes.data?.pages;
  const entries = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const [first] = pages ?? [];
  const made = entries.find(({ changeSetId }) => changeSetId === view.changeSetId);
  const total =
    first === undefined
      ? ''
      : `${first.totalIsMinimum === true ? 'More than ' : ''}${first.total.toLocaleString('en')} ${first.total === 1 ? 'change' : 'changes'}`;
  return (
    <PageFrame title="Audit log" intro="Every change, newest first. Nobody can alter this log.">
      <Tabs
        value={view.tab}
        onChange={(tab) => change({ tab: tab as AuditTab, kind: null, entityId: null, changeSetId: null })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="landscape">Landscape</Tabs.Tab>
          <Tabs.Tab value="administration">Administration</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view.tab} pt="md">
          <AuditFilters view={view} onChange={change} isNarrowed={isNarrowed(view)} />
          {changes.isError && !changes.isFetchNextPageError && (
            <FailureNote title="The log cannot be shown" error={changes.error} onRetry={() => void changes.refetch()} />
          )}
          {changes.isPending && <LoadingRows label="The log is loading" rows={8} />}
          {pages !== undefined && (
            <>
              <Text size="xs" c="dimmed" my="xs" role="status">
                {total}
              </Text>
              {made !== undefined && made.landscapeVersion !== null && (
                <ChangeSetBar
                  key={made.changeSetId}
                  changeSetId={made.changeSetId}
                  landscapeVersion={made.landscapeVersion}
                  onNarrow={change}
                />
              )}
              <AuditTable
                entries={entries}
                empty={
                  isNarrowed(view)
                    ? 'Nothing matches these filters.'
                    : view.tab === 'landscape'
                      ? 'No changes yet. What you add to the landscape appears here.'
                      : 'No changes yet.'
                }
                onNarrow={change}
              />
              <ShowMore list={changes} label="Show older changes" />
            </>
          )}
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
