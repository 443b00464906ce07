/** Creates a key, after asking what it is for and what it may do, and shows it once. */
'use client';

import { Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mistakeOf } from '@/client/failure';
import { FormDialog } from '@/client/FormDialog';
import { SCOPE_SENTENCES } from '@/client/labels/accessLabels';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { PLAN_LIMITS } from '@/domain/access';
import { SCOPES, type Scope } from '@/domain/vocabulary';
import { Dialog } from '@/ui/Dialog';
import { CreatedKey } from './CreatedKey';
import { expiryOf, isTermComplete, TERM_WORDS, TERMS, type Term } from './keyExpiry';

export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { plan } = useTenant();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [canSeeRevenue, setCanSeeRevenue] = useState(false);
  const [term, setTerm] = useState<Term>('90');
  const [day, setDay] = useState('');
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()) }),
  );
  const { data: made, error } = create;
  if (made !== undefined)
    return (
      <Dialog isKept onClose={onClose} title={`The key ${made.name}`} size="lg">
        <CreatedKey made={made} onDone={onClose} />
      </Dialog>
    );
  // Only these two scopes give access to revenue fields.
  const canMeetRevenue = PLAN_LIMITS[plan].hasRevenue && (scopes.includes('read') || scopes.includes('write'));
  const missing = [
    ...(name.trim() === '' ? ['a name'] : []),
    ...(scopes.length === 0 ? ['a scope'] : []),
    ...(isTermComplete(term, day) ? [] : ['its last day']),
  ];
  const submit = (): void => {
    const expiresAt = expiryOf(term, day, new Date());
    create.mutate({ name: name.trim(), scopes, canSeeRevenue: canMeetRevenue && canSeeRevenue, expiresAt });
  };
  return (
    <FormDialog
      title="New API key"
      size="lg"
      closeOnClickOutside={false}
      submitLabel="Create the key"
      missing={missing}
      isBusy={create.isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What it is for, so you know what stops working when you revoke it."
        placeholder="Monitoring in production"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        withAsterisk={false}
        data-autofocus
        error={mistakeOf(error, 'name', 'Name')}
      />
      <Checkbox.Group
        label="Scopes"
        description="Choose as few as it needs."
        value={scopes}
        onChange={(chosen) => setScopes(SCOPES.filter((scope) => chosen.includes(scope)))}
      >
        <Stack gap="xs" mt={8}>
          {SCOPES.map((scope) => (
            <Checkbox key={scope} size="xs" value={scope} label={scope} description={SCOPE_SENTENCES[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        size="xs"
        label="May see and change revenue"
        description="Otherwise the key sees neither the revenue of segments nor what failures cost."
        disabled={!canMeetRevenue}
        checked={canMeetRevenue && canSeeRevenue}
        onChange={(event) => setCanSeeRevenue(event.currentTarget.checked)}
      />
      <Group gap="sm" align="flex-end">
        <Select
          label="Expires"
          data={TERMS.map((value) => ({ value, label: TERM_WORDS[value] }))}
          value={term}
          onChange={(value) => setTerm((value as Term | null) ?? '90')}
          allowDeselect={false}
          w={210}
        />
        {term === 'date' && (
          <TextInput
            type="date"
            label="Last day"
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
            required
            withAsterisk={false}
            error={mistakeOf(error, 'expiresAt', 'Last day')}
          />
        )}
      </Group>
    </FormDialog>
  );
}
