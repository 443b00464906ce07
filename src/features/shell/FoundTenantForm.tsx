/** The form for a new tenant. */
'use client';

import { Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { failureOf } from '@/client/failure';
import { personClient } from '@/client/personClient';
import { RefusalNote } from '@/client/RefusalNote';
import { useAttempt } from '@/client/useAttempt';
import { SubmitRow } from '@/ui/SubmitRow';

export function FoundTenantForm() {
  const [name, setName] = useState('');
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    attempt(personClient.foundTenant.mutate({ name: name.trim() }), ({ tenantId }) => window.location.assign(`/t/${tenantId}/home`));
  };
  const mistake = error === null ? undefined : failureOf(error).issues[0]?.message;
  return (
    <form onSubmit={submit} aria-label="New tenant">
      <Stack gap="sm">
        <TextInput
          label="Name of the tenant"
          description="It starts empty on the Free plan, and you become its Owner."
          placeholder="Our company"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          required
          withAsterisk={false}
          data-autofocus
          error={mistake}
        />
        {error !== null && mistake === undefined && <RefusalNote error={error} />}
        <SubmitRow label="Create the tenant" missing={name.trim() === '' ? ['a name'] : []} isBusy={isBusy} />
      </Stack>
    </form>
  );
}
