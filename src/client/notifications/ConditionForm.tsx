/** When a message is sent, and where it goes: for a new subscription and for a change of one. */
'use client';

import { NativeSelect, NumberInput, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { OwnNotifications, OwnSubscription } from '@/contract/notifications';
import { LONGEST_HOLD_MINUTES } from '@/contract/values/subscriptions';
import type { WatchedKind } from '@/domain/notifications/watchedKinds';
import { FAILURE_STATES, type FailureState } from '@/domain/vocabulary';
import { SubmitRow } from '@/ui/SubmitRow';
import { NoMailNote } from './NoMailNote';
import { placeFrom, placesIn, subjectWords, WHEN_WORDS } from './notificationWords';

export interface ConditionWish {
  state: FailureState;
  minutes: number;
  webhookId: string | null;
}

interface Props {
  label: string;
  submitLabel: string;
  /** What it is about. */
  kind: WatchedKind;
  notifications: OwnNotifications;
  /** What it is now; null for a new one. */
  before: Pick<OwnSubscription, 'state' | 'minutes' | 'webhookId' | 'isDigest'> | null;
  isBusy: boolean;
  error: unknown;
  onSubmit(wish: ConditionWish): void;
  onCancel(): void;
}

const USUAL = { state: 'Outage', minutes: 5, webhookId: null, isDigest: false } as const;

export function ConditionForm({ label, submitLabel, kind, notifications, before, isBusy, error, onSubmit, onCancel }: Props) {
  const places = placesIn(notifications);
  const was = before ?? USUAL;
  const [state, setState] = useState<FailureState>(was.state ?? 'Outage');
  const [minutes, setMinutes] = useState<number | string>(was.minutes);
  const [place, setPlace] = useState(before === null ? (places[0]?.value ?? '') : (before.webhookId ?? ''));
  const missing = [...(places.length === 0 ? ['a place to send it to'] : []), ...(minutes === '' ? ['for how many minutes'] : [])];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missing.length === 0) onSubmit({ state, minutes: Number(minutes), webhookId: placeFrom(place) });
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="sm">
        {!was.isDigest && (
          <>
            <NativeSelect
              label={`Tell me when ${subjectWords(kind)}`}
              data={FAILURE_STATES.map((value) => ({ value, label: WHEN_WORDS[value] }))}
              value={state}
              onChange={(event) => setState(event.currentTarget.value as FailureState)}
              data-autofocus
            />
            <NumberInput
              label="For at least (minutes)"
              min={0}
              max={LONGEST_HOLD_MINUTES}
              allowDecimal={false}
              value={minutes}
              onChange={setMinutes}
            />
          </>
        )}
        {places.length > 0 && (
          <NativeSelect label="Send to" data={places} value={place} onChange={(event) => setPlace(event.currentTarget.value)} />
        )}
        <NoMailNote notifications={notifications} />
        {error !== null && <RefusalNote error={error} />}
        <SubmitRow label={submitLabel} missing={missing} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
