/** The subscriptions as a table, with the actions for each. */
'use client';

import { Text } from '@mantine/core';
import type { Subscription } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { channelWords } from './formatWords';
import { StateBadge } from './StateBadge';
import { SubscriptionActions } from './SubscriptionActions';
import { conditionWords, STATUS_OF, watchWords } from './subscriptionWords';

interface Props {
  subscriptions: readonly Subscription[];
  webhooks: readonly Webhook[];
}

function columnsOf(webhooks: readonly Webhook[]): Column<Subscription>[] {
  const channelOf = ({ webhookId }: Subscription): string => {
    const webhook = webhooks.find(({ id }) => id === webhookId);
    return webhook === undefined ? '' : channelWords(webhook);
  };
  return [
    {
      key: 'name',
      title: 'Subscription',
      sortBy: ({ name }) => name,
      render: (subscription) => (
        <>
          <Text size="sm" fw={500} miw={160} style={{ overflowWrap: 'anywhere' }}>
            {subscription.name}
          </Text>
          <Text size="xs" c="dimmed">
            {watchWords(subscription.watch)}
          </Text>
        </>
      ),
    },
    {
      key: 'condition',
      title: 'Condition',
      sortBy: conditionWords,
      render: (subscription) => <Text size="sm">{conditionWords(subscription)}</Text>,
    },
    {
      key: 'channel',
      title: 'Notifies',
      sortBy: channelOf,
      render: (subscription) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {channelOf(subscription)}
        </Text>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      sortBy: ({ status }) => status,
      render: ({ status, since }) => (
        <>
          <StateBadge {...STATUS_OF[status]} />
          {since !== null && (
            <Text size="xs" c="dimmed" mt={2}>
              since <Timestamp at={since} />
            </Text>
          )}
        </>
      ),
    },
    { key: 'actions', title: 'Actions', render: (subscription) => <SubscriptionActions subscription={subscription} webhooks={webhooks} /> },
  ];
}

export function SubscriptionTable({ subscriptions, webhooks }: Props) {
  return (
    <DataTable
      label="Subscriptions"
      columns={columnsOf(webhooks)}
      rows={subscriptions}
      keyOf={({ id }) => id}
      initialSorting={{ key: 'name', order: 'ascending' }}
      empty={
        webhooks.length === 0
          ? 'No subscriptions yet. Create a webhook first, for Slack, Microsoft Teams or an e-mail address.'
          : 'No subscriptions yet. Create one to get a message when something goes wrong.'
      }
    />
  );
}
