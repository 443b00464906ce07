/** The end of a tenant, for its Owners. */
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
  // Everything that these pages hold is gone with it: a fresh page asks which tenant is next.
  const remove = useMutation(trpc.tenant.delete.mutationOptions({ onSuccess: () => window.location.assign('/') }));
  return (
    <Section
      title="Delete the tenant"
      intro="The landscape, its history and log, incidents, keys, webhooks and memberships are deleted for good. People keep their accounts. Export the landscape on the page Manifest first."
    >
      <Group>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setAsking(true)}>
          Delete this tenant
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete it for good"
          typed={name}
          isBusy={remove.isPending || remove.isSuccess}
          refusal={remove.isError ? <RefusalNote error={remove.error} /> : null}
          onConfirm={() => remove.mutate({ name })}
          onClose={() => setAsking(false)}
        >
          Everything in it is deleted, for all its members, and nobody can bring it back.
        </ConfirmDialog>
      )}
    </Section>
  );
}
