/** Creates an invitation and shows its link once. */
'use client';

import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { mistakeOf } from '@/client/failure';
import { ROLE_SENTENCES } from '@/client/labels/accessLabels';
import { RefusalNote } from '@/client/RefusalNote';
import { useTRPC } from '@/client/trpc';
import type { Role } from '@/domain/vocabulary';
import { SubmitRow } from '@/ui/SubmitRow';
import { useFocusBack } from '@/ui/useFocusBack';
import { InvitationLink } from './InvitationLink';
import { RoleSelect } from './RoleSelect';

export function InviteDialog({ onClose }: { onClose(): void }) {
  useFocusBack();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('Viewer');
  const invite = useMutation(
    trpc.invitations.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.invitations.pathFilter()) }),
  );
  const made = invite.data;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), role });
  };
  const mistake = invite.isError ? mistakeOf(invite.error, 'email', 'E-mail') : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? 'Invite somebody' : `Invitation for ${made.email}`}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={made === undefined}
      withCloseButton={made === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made !== undefined ? (
        <InvitationLink made={made} onDone={onClose} />
      ) : (
        <form onSubmit={submit} aria-label="Invite somebody">
          <Stack gap="md">
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
            {invite.isError && mistake === undefined && <RefusalNote error={invite.error} />}
            <SubmitRow
              label="Create the invitation"
              missing={email.trim() === '' ? ['an e-mail address'] : []}
              isBusy={invite.isPending}
              onCancel={onClose}
            />
          </Stack>
        </form>
      )}
    </Modal>
  );
}
