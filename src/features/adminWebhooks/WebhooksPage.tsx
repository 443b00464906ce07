/** The webhooks: where events are sent, and what happened to each. */
'use client';

import { Alert, Anchor, Button, Tabs } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useAllPages } from '@/client/useAllPages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import { PLAN_LIMITS } from '@/domain/access';
import { PageFrame } from '@/ui/PageFrame';
import { DeliveryLog } from './DeliveryLog';
import { EndpointTable } from './EndpointTable';
import { SubscriptionDialog } from './SubscriptionDialog';
import { SubscriptionTable } from './SubscriptionTable';
import { WebhookDialog } from './WebhookDialog';

const TABS = ['endpoints', 'subscriptions', 'deliveries'] as const;

export function WebhooksPage() {
  const { plan } = useTenant();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [tab, setTab] = useQueryState(
    'tab',
    parseAsStringLiteral(TABS).withDefault('endpoints').withOptions({ history: 'push', scroll: false }),
  );
  const [creating, setCreating] = useState<'webhook' | 'subscription' | null>(null);
  const webhooks = useAllPages(trpc.webhooks.list.queryKey(), client.webhooks.list.query);
  const subscriptions = useAllPages(trpc.subscriptions.list.queryKey(), client.subscriptions.list.query);
  const { hasApi } = PLAN_LIMITS[plan];
  return (
    <PageFrame
      title="Webhooks"
      width="medium"
      intro={
        <>
          Events go to your own systems, to Slack or Microsoft Teams, or out by e-mail. JSON requests are signed so that you can{' '}
          <Anchor href="/docs" size="sm" underline="always">
            verify them
          </Anchor>
          ; failed deliveries are retried for a day.
        </>
      }
      actions={
        hasApi &&
        (tab === 'subscriptions' ? (
          <Button
            leftSection={<IconPlus size={15} aria-hidden="true" />}
            disabled={(webhooks.data ?? []).length === 0}
            onClick={() => setCreating('subscription')}
          >
            New subscription
          </Button>
        ) : (
          <Button leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setCreating('webhook')}>
            New webhook
          </Button>
        ))
      }
    >
      {!hasApi && (
        <Alert
          icon={<IconWebhook size={18} aria-hidden="true" />}
          title="Webhooks need the Business plan or above"
          variant="light"
          maw={720}
        >
          This tenant is on the {plan} plan. An Owner can choose another one in the settings.
        </Alert>
      )}
      <Unanswered query={webhooks} failure="The webhooks cannot be shown" loading="The webhooks are loading" />
      {webhooks.data !== undefined && (
        <Tabs value={tab} onChange={(value) => void setTab(value as (typeof TABS)[number])} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="endpoints">Webhooks ({webhooks.data.length})</Tabs.Tab>
            <Tabs.Tab value="subscriptions">Subscriptions ({subscriptions.data?.length ?? '…'})</Tabs.Tab>
            <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="endpoints" pt="md">
            <EndpointTable webhooks={webhooks.data} />
          </Tabs.Panel>
          <Tabs.Panel value="subscriptions" pt="md">
            <Unanswered query={subscriptions} failure="The subscriptions cannot be shown" loading="The subscriptions are loading" />
            {subscriptions.data !== undefined && <SubscriptionTable subscriptions={subscriptions.data} webhooks={webhooks.data} />}
          </Tabs.Panel>
          <Tabs.Panel value="deliveries" pt="md">
            <DeliveryLog webhooks={webhooks.data} />
          </Tabs.Panel>
        </Tabs>
      )}
      {creating === 'webhook' && <WebhookDialog webhook={null} onClose={() => setCreating(null)} />}
      {creating === 'subscription' && (
        <SubscriptionDialog subscription={null} webhooks={webhooks.data ?? []} onClose={() => setCreating(null)} />
      )}
    </PageFrame>
  );
}
