/** Alerts from monitoring systems that match no component: shows whoever set them up what arrived, and why it had no effect. */
'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShowMore } from '@/client/ShowMore';
import { StateMark } from '@/client/symbols/StateMark';
import { useTRPC } from '@/client/trpc';
import type { HealthSignalRecord } from '@/contract/signalHistory';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';

const PAGE = 20;

/** No event announces them. */
const ASK_AGAIN_MS = 60_000;

const COLUMNS: Column<HealthSignalRecord>[] = [
  { key: 'at', title: 'Arrived', render: ({ acceptedAt }) => <Timestamp at={acceptedAt} /> },
  { key: 'source', title: 'From', render: ({ source }) => source },
  {
    key: 'component',
    title: 'Names',
    render: ({ component }) =>
      component ?? (
        <Text size="xs" c="dimmed" span>
          Nothing
        </Text>
      ),
  },
  { key: 'state', title: 'State', render: ({ state }) => (state === null ? null : <StateMark state={state} />) },
  { key: 'reason', title: 'Why it matches none', render: ({ reason }) => reason },
  { key: 'message', title: 'Message', render: ({ message }) => message },
];

export function UnmatchedAlerts() {
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.health.signals.infiniteQueryOptions(
      { status: ['Unmatched'], limit: PAGE },
      { getNextPageParam: ({ nextCursor }) => nextCursor },
    ),
    refetchInterval: ASK_AGAIN_MS,
  });
  const [first] = list.data?.pages ?? [];
  if (first === undefined || first.items.length === 0) return null;
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Unmatched alerts">
      <Title order={2} mb={4}>
        Alerts that match no component ({first.total.toLocaleString('en')}
        {first.totalIsMinimum === true ? ' or more' : ''})
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        They were accepted but had no effect. Name the component in a label of the alert; see{' '}
        <Anchor href="/docs/alert-sources" size="sm" underline="always">
          alert sources
        </Anchor>
        .
      </Text>
      <DataTable
        label="Alerts that match no component"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ signalId }) => signalId}
        empty=""
        all={{ count: first.total, isMinimum: first.totalIsMinimum === true }}
      />
      <ShowMore list={list} label="Show more" note={`${rows.length.toLocaleString('en')} shown`} />
    </section>
  );
}
