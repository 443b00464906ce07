/** Deletes a tenant; for its Owners. */
'use client';

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Section } from '@/ui/Section';

export function DeleteTenant() {
  const { name } = useTenant();
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  // Every open page belonged to the deleted tenant: load a fresh one, which asks for the next tenant.
  const remove = useMutation(trpc.tenant.delete.mutationOptions({ onSuccess: () => window.location.assign('/') }));
  return (
    <Section
      title="Delete the tenant"
      intro="Deletes the landscape, its history and log, incidents, keys, webhooks and memberships for good. People keep their accounts. First export the landscape on the Manifest page."
    >
      <Group>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
          Delete this tenant
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete for good"
          typed={name}
          isBusy={remove.isPending || remove.isSuccess}
          refusal={remove.isError ? <RefusalNote error={remove.error} /> : null}
          onConfirm={() => remove.mutate({ name })}
          onClose={() => setAsking(false)}
        >
          Everything in it is deleted for all its members. This cannot be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}
