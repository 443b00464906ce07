/** The form of a subscription: what to watch, how bad it has to be, for how long, and which webhook gets the message. */
'use client';

import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { Subscription, SubscriptionCreate } from '@/contract/subscriptions';
import type { Webhook } from '@/contract/webhooks';
import { SubmitRow } from '@/ui/SubmitRow';
import { channelWords } from './formatWords';
import { ConditionFields } from './ConditionFields';
import { isByAmount, missingIn, subscriptionFields, watchFrom, type SubscriptionFields } from './subscriptionFields';
import { watchWords } from './subscriptionWords';
import { WatchFields } from './WatchFields';

interface Props {
  title: string;
  subscription: Subscription | null;
  webhooks: readonly Webhook[];
  isBusy: boolean;
  error: unknown;
  onSubmit(wish: Pick<SubscriptionCreate, 'name' | 'webhookId' | 'when' | 'minutes'>, watch: SubscriptionCreate['watch']): void;
  onCancel(): void;
}

export function SubscriptionForm({ title, subscription, webhooks, isBusy, error, onSubmit, onCancel }: Props) {
  const [fields, setFields] = useState(() => subscriptionFields(subscription, webhooks[0]?.id ?? ''));
  const set = (more: Partial<SubscriptionFields>): void => setFields({ ...fields, ...more });
  const missing = missingIn(fields, subscription === null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length > 0) return;
    const { name, webhookId, amount, state, minutes } = fields;
    const when = isByAmount(fields) ? { expectedPerHour: Number(amount) } : { state };
    onSubmit({ name: name.trim(), webhookId, when, minutes: Number(minutes) }, watchFrom(fields));
  };
  return (
    <form onSubmit={submit} aria-label={title}>
      <Stack gap="md">
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
        {error !== null && <RefusalNote error={error} />}
        <SubmitRow label={subscription === null ? 'Subscribe' : 'Save'} missing={missing} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
