/** Resolves an incident, with an optional note. */
'use client';

import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '@/client/FormDialog';
import type { Incident } from '@/contract/incidents';
import { causeCalled } from '@/domain/incidentWords';
import type { IncidentActions } from './useIncidentActions';

interface Props {
  incident: Incident;
  resolve: IncidentActions['resolve'];
  onClose(): void;
}

export function ResolveDialog({ incident, resolve, onClose }: Props) {
  const { id, number, state } = incident;
  const [comment, setComment] = useState('');
  return (
    <FormDialog
      title={`Resolve incident ${number.toLocaleString('en')}`}
      submitLabel="Resolve"
      missing={[]}
      isBusy={resolve.isPending}
      error={resolve.error}
      onSubmit={() => resolve.mutate({ id, ...(comment.trim() === '' ? {} : { comment: comment.trim() }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
