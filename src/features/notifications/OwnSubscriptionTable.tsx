/** A person's own subscriptions as a table, with the actions for each. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { inventoryHref } from '@/client/inventoryHref';
import { entityKindLabel } from '@/client/labels/labels';
import { conditionWords, goesTo, subjectWords } from '@/client/notifications/notificationWords';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import { OwnSubscriptionActions } from './OwnSubscriptionActions';

const STATUS_WORDS: Readonly<Record<OwnSubscription['status'], string>> = {
  Quiet: 'Nothing to tell',
  Holding: 'Waiting to be sure',
  Raised: 'You were told',
  Paused: 'Paused',
  Gone: 'Deleted from the landscape',
};

export function OwnSubscriptionTable({ notifications }: { notifications: OwnNotifications }) {
  const columns: Column<OwnSubscription>[] = [
    { key: 'name', title: 'About', sortBy: ({ watch }) => watch.name, render: (own) => <About own={own} /> },
    { key: 'when', title: 'When', sortBy: whenOf, render: (own) => <Text size="sm">{whenOf(own)}</Text> },
    {
      key: 'to',
      title: 'Goes to',
      sortBy: ({ webhookId }) => goesTo(notifications, webhookId),
      render: ({ webhookId }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {goesTo(notifications, webhookId)}
        </Text>
      ),
    },
    { key: 'status', title: 'Status', sortBy: ({ status }) => STATUS_WORDS[status], render: (own) => <Status own={own} /> },
    { key: 'actions', title: 'Actions', render: (own) => <OwnSubscriptionActions own={own} notifications={notifications} /> },
  ];
  return (
    <DataTable
      label="Your notifications"
      columns={columns}
      rows={notifications.items}
      keyOf={({ id }) => id}
      initialSorting={{ key: 'name', order: 'ascending' }}
      empty="You are told about nothing yet. Open an application, a component or a capability, and choose “Notify me”."
    />
  );
}

function whenOf({ watch: { kind }, isDigest, ...condition }: OwnSubscription): string {
  const words = conditionWords(condition);
  return isDigest || (kind !== 'tenant' && kind !== 'team') ? words : `${subjectWords(kind)} ${words}`;
}

function About({ own: { watch, isDigest } }: { own: OwnSubscription }) {
  const { tenantId } = useTenant();
  const { kind, entityId, name } = watch;
  const isEntity = kind !== 'tenant' && kind !== 'team' && entityId !== null;
  return (
    <>
      <Text size="sm" fw={500} miw={160} component="div" style={{ overflowWrap: 'anywhere' }}>
        {isEntity ? (
          <Anchor component={PageLink} href={inventoryHref(tenantId, kind, entityId)} size="sm">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Text>
      {isEntity && !isDigest && (
        <Text size="xs" c="dimmed">
          {entityKindLabel(kind)}
        </Text>
      )}
    </>
  );
}

function Status({ own: { status, since, isDigest } }: { own: OwnSubscription }) {
  if (isDigest) return <Text size="sm">{status === 'Paused' ? 'Paused' : 'Every Monday, if something changed'}</Text>;
  return (
    <>
      <Text size="sm">{STATUS_WORDS[status]}</Text>
      {since !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          since <Timestamp at={since} />
        </Text>
      )}
    </>
  );
}
