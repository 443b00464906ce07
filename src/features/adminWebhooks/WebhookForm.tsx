/** The form of a webhook: where to send which events. */
'use client';

import { Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { mistakeOf } from '@/client/failure';
import { RefusalNote } from '@/client/RefusalNote';
import type { Webhook, WebhookCreate } from '@/contract/webhooks';
import { EVENT_TYPES } from '@/contract/values/events';
import { SubmitRow } from '@/ui/SubmitRow';

interface Props {
  webhook: Webhook | null;
  isBusy: boolean;
  error: unknown;
  onSubmit(wish: WebhookCreate): void;
  onCancel(): void;
}

export function WebhookForm({ webhook, isBusy, error, onSubmit, onCancel }: Props) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isAll, setAll] = useState(webhook?.eventTypes == null);
  const [types, setTypes] = useState<readonly string[]>(webhook?.eventTypes ?? []);
  const chosen = EVENT_TYPES.filter((type) => types.includes(type));
  const missing = [...(url.trim() === '' ? ['an address'] : []), ...(isAll || chosen.length > 0 ? [] : ['an event to send'])];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length === 0)
      onSubmit({ url: url.trim(), description: description.trim() === '' ? null : description.trim(), eventTypes: isAll ? null : chosen });
  };
  const mistakes = { url: mistakeOf(error, 'url', 'Address'), description: mistakeOf(error, 'description', 'Description') };
  const hasPlace = mistakes.url !== undefined || mistakes.description !== undefined;
  return (
    <form onSubmit={submit} aria-label="Webhook">
      <Stack gap="md">
        <TextInput
          type="url"
          label="Address"
          description="Events are sent there by POST. It must be https on a public address."
          placeholder="https://hooks.example.com/faultline"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={2_000}
          required
          withAsterisk={false}
          data-autofocus
          error={mistakes.url}
        />
        <TextInput
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          maxLength={500}
          error={mistakes.description}
        />
        <Radio.Group label="Events" value={isAll ? 'all' : 'some'} onChange={(value) => setAll(value === 'all')}>
          <Group gap="md" mt={6}>
            <Radio size="xs" value="all" label="All events" />
            <Radio size="xs" value="some" label="Only these" />
          </Group>
        </Radio.Group>
        {!isAll && (
          <Checkbox.Group aria-label="Events to send" value={[...types]} onChange={setTypes}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {EVENT_TYPES.map((type) => (
                <Checkbox key={type} size="xs" value={type} label={type} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
        {error !== null && !hasPlace && <RefusalNote error={error} />}
        <SubmitRow
          label={webhook === null ? 'Create the webhook' : 'Save the webhook'}
          missing={missing}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
