/** The endpoints as a table, with the actions for each. */
'use client';

import { Anchor, Text } from '@mantine/core';
import type { Webhook } from '@/contract/webhooks';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { EndpointActions } from './EndpointActions';
import { addressWords, FORMAT_WORDS } from './formatWords';
import { StateBadge } from './StateBadge';
import { conditionOf } from './webhookWords';

const NEWEST_FIRST = { key: 'created', order: 'descending' } as const;

export function EndpointTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const columns: Column<Webhook>[] = [
    {
      key: 'url',
      title: 'Address',
      sortBy: ({ url }) => url,
      render: (webhook) => <Address webhook={webhook} />,
    },
    {
      key: 'condition',
      title: 'Condition',
      sortBy: (webhook) => conditionOf(webhook).label,
      render: (webhook) => <Condition webhook={webhook} />,
    },
    {
      key: 'events',
      title: 'Events',
      sortBy: ({ eventTypes }) => eventTypes?.length ?? 0,
      render: ({ eventTypes, format }) => (
        <Text size="sm">{eventTypes !== null ? eventTypes.join(', ') : format === 'events' ? 'All' : 'Subscriptions'}</Text>
      ),
    },
    {
      key: 'delivered',
      title: 'Last delivered',
      sortBy: ({ lastDeliveredAt }) => lastDeliveredAt ?? '',
      render: ({ lastDeliveredAt }) =>
        lastDeliveredAt === null ? (
          <Text size="sm" c="dimmed" span>
            Never
          </Text>
        ) : (
          <Timestamp at={lastDeliveredAt} />
        ),
    },
    { key: 'created', title: 'Created', sortBy: ({ createdAt }) => createdAt, render: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { key: 'actions', title: 'Actions', render: (webhook) => <EndpointActions webhook={webhook} /> },
  ];
  return (
    <DataTable
      label="Webhooks"
      columns={columns}
      rows={webhooks}
      keyOf={({ id }) => id}
      initialSorting={NEWEST_FIRST}
      empty="No webhooks yet. Create one to send incidents and changes to your own systems."
    />
  );
}

function Address({ webhook }: { webhook: Webhook }) {
  const { format, description, isOpenToMembers } = webhook;
  return (
    <>
      <Text size="sm" fw={500} miw={220} style={{ overflowWrap: 'anywhere' }}>
        {format !== 'events' && `${FORMAT_WORDS[format]}: `}
        {addressWords(webhook)}
      </Text>
      {description !== null && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {isOpenToMembers && (
        <Text size="xs" c="dimmed">
          Open to members
        </Text>
      )}
    </>
  );
}

function Condition({ webhook }: { webhook: Webhook }) {
  const { label, state, detail } = conditionOf(webhook);
  return (
    <>
      <StateBadge label={label} state={state} />
      {detail !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {detail}{' '}
          {label === 'Failing' && (
            <Anchor href={`?tab=deliveries&endpoint=${webhook.id}`} size="xs" underline="always">
              See why
            </Anchor>
          )}
        </Text>
      )}
    </>
  );
}
