/** Creates a subscription, or edits one: what to watch, how bad it has to be, for how long, and which webhook gets the message. */
'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/client/FormDialog';
import { useTRPC } from '@/client/trpc';
import type { Subscription } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { notify } from '@/ui/notify';
import { ConditionFields } from './ConditionFields';
import { channelWords } from './formatWords';
import { isByAmount, missingIn, subscriptionFields, watchFrom, type SubscriptionFields } from './subscriptionFields';
import { watchWords } from './subscriptionWords';
import { WatchFields } from './WatchFields';

interface Props {
  subscription: Subscription | null;
  webhooks: readonly Webhook[];
  onClose(): void;
}

export function SubscriptionDialog({ subscription, webhooks, onClose }: Props) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => subscriptionFields(subscription, webhooks[0]?.id ?? ''));
  const set = (more: Partial<SubscriptionFields>): void => setFields({ ...fields, ...more });
  const done = (message: string) => ({
    onSuccess: async () => {
      notify({ message });
      onClose();
      await queryClient.invalidateQueries(trpc.subscriptions.pathFilter());
    },
  });
  const create = useMutation(trpc.subscriptions.create.mutationOptions(done('Subscribed.')));
  const update = useMutation(trpc.subscriptions.update.mutationOptions(done('Subscription saved.')));
  const submit = (): void => {
    const { name, webhookId, amount, state, minutes } = fields;
    const when = isByAmount(fields) ? { expectedPerHour: Number(amount) } : { state };
    const wish = { name: name.trim(), webhookId, when, minutes: Number(minutes) };
    if (subscription === null) create.mutate({ ...wish, watch: watchFrom(fields) });
    else update.mutate({ id: subscription.id, ...wish });
  };
  return (
    <FormDialog
      title={subscription === null ? 'New subscription' : 'Change the subscription'}
      size="lg"
      submitLabel={subscription === null ? 'Subscribe' : 'Save'}
      missing={missingIn(fields, subscription === null)}
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The heading of each message."
        placeholder="Customers cannot order"
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={200}
        data-autofocus
      />
      {subscription === null ? (
        <WatchFields fields={fields} onChange={set} />
      ) : (
        <TextInput label="Watches" value={watchWords(subscription.watch)} readOnly />
      )}
      <ConditionFields fields={fields} onChange={set} />
      <NativeSelect
        label="Notify"
        data={webhooks.map((webhook) => ({ value: webhook.id, label: channelWords(webhook) }))}
        value={fields.webhookId}
        onChange={(event) => set({ webhookId: event.currentTarget.value })}
      />
    </FormDialog>
  );
}
