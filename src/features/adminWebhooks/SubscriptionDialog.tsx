/** Creates a subscription, or edits one. */
'use client';

import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { Subscription } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { notify } from '@/ui/notify';
import { useFocusBack } from '@/ui/useFocusBack';
import { SubscriptionForm } from './SubscriptionForm';

interface Props {
  subscription: Subscription | null;
  webhooks: readonly Webhook[];
  onClose(): void;
}

export function SubscriptionDialog({ subscription, webhooks, onClose }: Props) {
  useFocusBack();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const done = (message: string) => ({
    onSuccess: async () => {
      notify({ message });
      onClose();
      await queryClient.invalidateQueries(trpc.subscriptions.pathFilter());
    },
  });
  const create = useMutation(trpc.subscriptions.create.mutationOptions(done('Subscribed.')));
  const update = useMutation(trpc.subscriptions.update.mutationOptions(done('Subscription saved.')));
  const title = subscription === null ? 'New subscription' : 'Change the subscription';
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <SubscriptionForm
        title={title}
        subscription={subscription}
        webhooks={webhooks}
        isBusy={create.isPending || update.isPending}
        error={create.error ?? update.error}
        onSubmit={(wish, watch) =>
          subscription === null ? create.mutate({ ...wish, watch }) : update.mutate({ id: subscription.id, ...wish })
        }
        onCancel={onClose}
      />
    </Modal>
  );
}
