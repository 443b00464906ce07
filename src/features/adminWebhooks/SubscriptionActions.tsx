/** The actions for one subscription. */
'use client';

import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmChange } from '@/client/ConfirmChange';
import { useChangeNotice } from '@/client/useChangeNotice';
import { useTRPC } from '@/client/trpc';
import type { Subscription } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { RowMenu } from '@/ui/RowMenu';
import { SubscriptionDialog } from './SubscriptionDialog';

export function SubscriptionActions({ subscription, webhooks }: { subscription: Subscription; webhooks: readonly Webhook[] }) {
  const { id, name, isPaused } = subscription;
  const trpc = useTRPC();
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const withNotice = useChangeNotice(trpc.subscriptions.pathFilter());
  const pause = useMutation(
    trpc.subscriptions.update.mutationOptions(
      withNotice('The subscription was not changed', (after) =>
        after.isPaused ? 'The subscription is paused.' : 'The subscription is active again.',
      ),
    ),
  );
  return (
    <>
      <RowMenu label={`Actions for ${name}`} onLast={() => setAsked('delete')}>
        <Menu.Item onClick={() => setAsked('edit')}>Change</Menu.Item>
        <Menu.Item onClick={() => pause.mutate({ id, isPaused: !isPaused })}>{isPaused ? 'Resume' : 'Pause'}</Menu.Item>
      </RowMenu>
      {asked === 'edit' && <SubscriptionDialog subscription={subscription} webhooks={webhooks} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmChange
          title="Delete this subscription?"
          confirmLabel="Delete the subscription"
          change={trpc.subscriptions.delete.mutationOptions()}
          input={{ id }}
          done="The subscription was deleted."
          stale={trpc.subscriptions.pathFilter()}
          onClose={close}
        >
          “{name}” sends no more messages, not even to say that it is over.
        </ConfirmChange>
      )}
    </>
  );
}
