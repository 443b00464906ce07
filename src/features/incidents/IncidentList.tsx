/** One section of the incidents, in the order of its headings, a page at a time. */
'use client';

import { Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { failureOf } from '@/client/failure';
import { ShowMore } from '@/client/ShowMore';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { IncidentListInput } from '@/contract/incidents';
import { DataTable } from '@/ui/DataTable';
import { LoadingRows } from '@/ui/LoadingRows';
import type { SentOrder } from '@/ui/tableColumns';
import { incidentColumns } from './incidentColumns';
import { firstPageOf } from './incidentFilters';
import classes from './IncidentList.module.css';

interface Props {
  title: string;
  question: IncidentListInput;
  /** Whether these incidents are over. */
  isOver: boolean;
  empty: string;
  order: SentOrder & { onReset(): void };
}

export function IncidentList({ title, question, isOver, empty, order }: Props) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.incidents.list.infiniteQueryOptions(...firstPageOf(question)),
    placeholderData: keepPreviousData,
  });
  const queryClient = useQueryClient();
  const pages = list.data?.pages;
  const columns = useMemo(() => {
    const situations = new Map(pages?.flatMap((page) => page.situations.flatMap((one) => one.incidents.map((id) => [id, one] as const))));
    return incidentColumns({
      tenantId,
      isOver,
      hasMoney: pages?.some(({ items }) => items.some(({ exposure }) => exposure !== undefined)) === true,
      askAhead: (id) => void queryClient.prefetchQuery(trpc.incidents.get.queryOptions({ id })),
      situationOf: (id) => situations.get(id),
    });
  }, [tenantId, queryClient, trpc, pages, isOver]);
  const [first] = pages ?? [];
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  // The address may ask for an order that this person may not see: only the usual one helps then.
  const retry = (): void => (failureOf(list.error).code === 'revenue_forbidden' ? order.onReset() : void list.refetch());
  return (
    <section aria-label={title} aria-busy={list.isPlaceholderData} className={classes.list}>
      <Title order={2} mb="xs">
        {title}
        {first !== undefined && ` (${first.total.toLocaleString('en')}${first.totalIsMinimum === true ? ' or more' : ''})`}
      </Title>
      {list.isError && first === undefined && <FailureNote title="The incidents could not be loaded" error={list.error} onRetry={retry} />}
      {list.isPending && <LoadingRows label="Incidents are loading" rows={3} />}
      {first !== undefined && (
        <DataTable
          label={`${title} incidents`}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          empty={empty}
          sent={order}
          all={{ count: first.total, isMinimum: first.totalIsMinimum === true }}
        />
      )}
      <ShowMore list={list} label="Show more" note={`${rows.length.toLocaleString('en')} shown`} />
    </section>
  );
}
