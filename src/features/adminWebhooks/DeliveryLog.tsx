/** The deliveries: what was sent where, and the result. */
'use client';

import { Anchor, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useTRPC } from '@/client/trpc';
import { ShowMore } from '@/client/ShowMore';
import { filled } from '@/client/filled';
import { Unanswered } from '@/client/Unanswered';
import type { Webhook, WebhookDelivery } from '@/contract/webhooks';
import { DELIVERY_STATUSES, EVENT_TYPES } from '@/contract/values/events';
import { isGuid } from '@/contract/values/guid';
import { clearButton } from '@/ui/clearButton';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { FilterMenu } from '@/ui/FilterMenu';
import { Timestamp } from '@/ui/Timestamp';
import { DeliveryDialog } from './DeliveryDialog';
import { StateBadge } from './StateBadge';
import { isOnItsWay, SOON_MS, STATUS_STATES, STATUS_WORDS } from './webhookWords';

const parsers = {
  endpoint: parseAsString,
  type: parseAsArrayOf(parseAsStringLiteral(EVENT_TYPES)).withDefault([]),
  status: parseAsArrayOf(parseAsStringLiteral(DELIVERY_STATUSES)).withDefault([]),
  delivery: parseAsString,
};
const EVERY_MS = 5_000;
const PAGE_SIZE = 50;

export function DeliveryLog({ webhooks }: { webhooks: readonly Webhook[] }) {
  const trpc = useTRPC();
  const [{ endpoint, type, status, delivery }, setView] = useQueryStates(parsers, { history: 'push', scroll: false });
  const question = filled({ endpointId: endpoint !== null && isGuid(endpoint) ? endpoint : null, eventType: type, status });
  const deliveries = useInfiniteQuery(
    trpc.webhooks.listDeliveries.infiniteQueryOptions(
      { ...question, limit: PAGE_SIZE },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor,
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ items }) => items.some((delivery) => isOnItsWay(delivery))) === true ? SOON_MS : EVERY_MS,
        placeholderData: keepPreviousData,
      },
    ),
  );
  const urlOf = new Map(webhooks.map(({ id, url }) => [id, url]));
  const isNarrowed = Object.keys(question).length > 0;
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      title: 'Event',
      render: ({ id, eventType, sequence }) => (
        <EventLink type={eventType} sequence={sequence} onOpen={() => void setView({ delivery: id })} />
      ),
    },
    { key: 'status', title: 'Status', render: (row) => <StateBadge label={STATUS_WORDS[row.status]} state={STATUS_STATES[row.status]} /> },
    {
      key: 'endpoint',
      title: 'Address',
      render: ({ endpointId }) => (
        <Text size="sm" miw={220} style={{ overflowWrap: 'anywhere' }}>
          {urlOf.get(endpointId) ?? 'Deleted'}
        </Text>
      ),
    },
    { key: 'attempts', title: 'Attempts', isNumber: true, render: ({ attempts }) => attempts.toLocaleString('en') },
    {
      key: 'answer',
      title: 'Last answer',
      render: ({ lastStatusCode, lastError }) => <Text size="sm">{lastStatusCode ?? lastError ?? '–'}</Text>,
    },
    { key: 'at', title: 'When', render: ({ createdAt }) => <Timestamp at={createdAt} /> },
  ];
  return (
    <>
      <Group gap="xs" mb="sm">
        <Select
          size="xs"
          aria-label="Endpoint"
          placeholder="All webhooks"
          data={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          value={endpoint}
          onChange={(value) => void setView({ endpoint: value })}
          clearable
          clearButtonProps={clearButton('All webhooks')}
          w={260}
        />
        <FilterMenu label="Event" values={EVENT_TYPES} chosen={type} onChange={(chosen) => void setView({ type: chosen })} />
        <FilterMenu
          label="Status"
          values={DELIVERY_STATUSES}
          chosen={status}
          wordsOf={(value) => STATUS_WORDS[value]}
          onChange={(chosen) => void setView({ status: chosen })}
        />
      </Group>
      <Unanswered query={deliveries} failure="The deliveries cannot be shown" loading="The deliveries are loading" />
      {deliveries.data !== undefined && (
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={deliveries.data.pages.flatMap(({ items }) => items)}
          keyOf={({ id }) => id}
          empty={isNarrowed ? 'No delivery matches these filters.' : 'Nothing was sent in the last seven days.'}
        />
      )}
      <ShowMore list={deliveries} label="Show older deliveries" />
      {delivery !== null && isGuid(delivery) && <DeliveryDialog id={delivery} onClose={() => void setView({ delivery: null })} />}
    </>
  );
}

function EventLink({ type, sequence, onOpen }: { type: string; sequence: number; onOpen(): void }) {
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={onOpen}>
        {type}
      </Anchor>
      <Text size="xs" c="dimmed">
        Number {sequence.toLocaleString('en')}
      </Text>
    </>
  );
}
