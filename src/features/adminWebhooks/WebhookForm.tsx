/** The form of a webhook: where to send which events. */
'use client';

import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { mistakeOf } from '@/client/failure';
import { RefusalNote } from '@/client/RefusalNote';
import type { Webhook, WebhookCreate, WebhookFormat } from '@/contract/webhooks';
import { WEBHOOK_FORMATS } from '@/contract/values/events';
import { SubmitRow } from '@/ui/SubmitRow';
import { CHOSEN_TYPES, EventChoice } from './EventChoice';
import { ADDRESS_WORDS, FORMAT_WORDS, addressFrom, addressWords, hasHiddenAddress } from './formatWords';

/** Without `url`, the address stays as it is. */
export type WebhookWish = Omit<WebhookCreate, 'url'> & { url?: string };

interface Props {
  webhook: Webhook | null;
  isBusy: boolean;
  error: unknown;
  onSubmit(wish: WebhookWish): void;
  onCancel(): void;
}

export function WebhookForm({ webhook, isBusy, error, onSubmit, onCancel }: Props) {
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'events');
  const isHidden = webhook !== null && hasHiddenAddress(format);
  const [url, setUrl] = useState(webhook === null || isHidden ? '' : addressWords(webhook));
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isAll, setAll] = useState(webhook?.eventTypes == null);
  const [types, setTypes] = useState<readonly string[]>(webhook?.eventTypes ?? []);
  const [isOpen, setOpen] = useState(wasOpen(webhook));
  const chosen = CHOSEN_TYPES.filter((type) => types.includes(type));
  const missing = missingFrom(url.trim() !== '' || isHidden, isAll || chosen.length > 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length === 0)
      onSubmit({
        ...wishedAddress(webhook, format, url),
        description: textOrNull(description),
        eventTypes: isAll ? null : chosen,
        ...openedIf(webhook, hasHiddenAddress(format) && isOpen),
      });
  };
  const words = ADDRESS_WORDS[format];
  const mistakes = { url: mistakeOf(error, 'url', words.label), description: mistakeOf(error, 'description', 'Description') };
  const hasPlace = mistakes.url !== undefined || mistakes.description !== undefined;
  return (
    <form onSubmit={submit} aria-label="Webhook">
      <Stack gap="md">
        {webhook === null && (
          <NativeSelect
            label="Send as"
            data={WEBHOOK_FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as WebhookFormat)}
          />
        )}
        <TextInput
          type={format === 'email' ? 'email' : 'url'}
          label={words.label}
          description={isHidden ? 'Leave this empty to keep the current address, which is not shown.' : words.description}
          placeholder={words.placeholder}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={2_000}
          required={!isHidden}
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
        <OpenToMembers format={format} isOpen={isOpen} onChange={setOpen} />
        <EventChoice format={format} isAll={isAll} types={types} onAll={setAll} onTypes={setTypes} />
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

function wasOpen(webhook: Webhook | null): boolean {
  return webhook?.isOpenToMembers ?? false;
}

/** For channels alone. */
function OpenToMembers({ format, isOpen, onChange }: { format: WebhookFormat; isOpen: boolean; onChange(isOpen: boolean): void }) {
  if (!hasHiddenAddress(format)) return null;
  return (
    <Switch
      label="Open to members"
      description="Every member may have their own notifications sent to this channel. They choose it by its description."
      checked={isOpen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Only what differs from before. */
function openedIf(webhook: Webhook | null, isOpenToMembers: boolean): Pick<WebhookWish, 'isOpenToMembers'> {
  return isOpenToMembers === wasOpen(webhook) ? {} : { isOpenToMembers };
}

/** An existing webhook keeps its format. */
function wishedAddress(webhook: Webhook | null, format: WebhookFormat, url: string): Pick<WebhookWish, 'url' | 'format'> {
  const address = url.trim() === '' ? {} : { url: addressFrom(format, url) };
  return webhook === null && format !== 'events' ? { ...address, format } : address;
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function missingFrom(hasAddress: boolean, hasEvents: boolean): string[] {
  return [...(hasAddress ? [] : ['an address']), ...(hasEvents ? [] : ['an event to send'])];
}
