/** Creates an invitation and shows its link once. */
'use client';

import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mistakeOf } from '@/client/failure';
import { FormDialog } from '@/client/FormDialog';
import { ROLE_SENTENCES } from '@/client/labels/accessLabels';
import { useTRPC } from '@/client/trpc';
import type { Role } from '@/domain/vocabulary';
import { Dialog } from '@/ui/Dialog';
import { InvitationLink } from './InvitationLink';
import { RoleSelect } from './RoleSelect';

export function InviteDialog({ onClose }: { onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('Viewer');
  const invite = useMutation(
    trpc.invitations.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.invitations.pathFilter()) }),
  );
  const made = invite.data;
  if (made !== undefined)
    return (
      <Dialog isKept onClose={onClose} title={`Invitation for ${made.email}`} size="lg">
        <InvitationLink made={made} onDone={onClose} />
      </Dialog>
    );
  const mistake = mistakeOf(invite.error, 'email', 'E-mail');
  return (
    <FormDialog
      title="Invite somebody"
      size="lg"
      closeOnClickOutside={false}
      submitLabel="Create the invitation"
      missing={email.trim() === '' ? ['an e-mail address'] : []}
      isBusy={invite.isPending}
      error={mistake === undefined ? invite.error : null}
      onSubmit={() => invite.mutate({ email: email.trim(), role })}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label="E-mail"
        description="The address they sign in with."
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
        withAsterisk={false}
        autoComplete="off"
        data-autofocus
        error={mistake}
      />
      <div>
        <RoleSelect label="Role" isLabelShown value={role} onChange={setRole} />
        <Text size="xs" c="dimmed" mt={4}>
          {ROLE_SENTENCES[role]}
        </Text>
      </div>
    </FormDialog>
  );
}
