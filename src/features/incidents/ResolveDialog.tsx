/** Resolves an incident, with an optional note. */
'use client';

import { Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import type { Incident } from '@/contract/incidents';
import { causeCalled } from '@/domain/incidentWords';
import { SubmitRow } from '@/ui/SubmitRow';
import { useFocusBack } from '@/ui/useFocusBack';
import type { IncidentActions } from './useIncidentActions';

interface Props {
  incident: Incident;
  resolve: IncidentActions['resolve'];
  onClose(): void;
}

export function ResolveDialog({ incident, resolve, onClose }: Props) {
  const { id, number, state } = incident;
  useFocusBack();
  const [comment, setComment] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    resolve.mutate({ id, ...(comment.trim() === '' ? {} : { comment: comment.trim() }) }, { onSuccess: onClose });
  };
  return (
    <Modal opened onClose={onClose} title={`Resolve incident ${number.toLocaleString('en')}`}>
      <form onSubmit={submit} aria-label="Resolve the incident">
        <Stack gap="md">
          {state !== 'Monitoring' && state !== 'Resolved' && (
            <Text size="sm">
              {causeCalled(incident)} is still unhealthy. If you resolve this now, no new incident opens until it recovers or gets worse.
            </Text>
          )}
          <Textarea
            label="What was done"
            description="Optional. It is added to the timeline."
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
            maxLength={4_000}
            autosize
            minRows={3}
            data-autofocus
          />
          {resolve.error !== null && <RefusalNote error={resolve.error} />}
          <SubmitRow label="Resolve" missing={[]} isBusy={resolve.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
