/** The dialog that saves the current view under a name. */
'use client';

import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mistakeOf } from '@/client/failure';
import { FormDialog } from '@/client/FormDialog';
import { useTenant } from '@/client/tenantContext';
import { useTRPC, useTRPCClient } from '@/client/trpc';
import { isRoleAtLeast } from '@/domain/access';
import { LONGEST_VIEW_NAME } from '@/contract/values/savedViews';
import { notify } from '@/ui/notify';

export function SaveViewDialog({ path, onClose }: { path: string; onClose(): void }) {
  const { role } = useTenant();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isDefault, setDefault] = useState(false);
  const save = useMutation({
    mutationFn: async () => {
      const view = await client.views.create.mutate({ name: name.trim(), path, isShared });
      return isDefault ? client.views.setDefault.mutate({ id: view.id, isDefault }) : view;
    },
    onSuccess: async (view) => {
      notify({ message: `Saved as “${view.name}”.` });
      onClose();
      await queryClient.invalidateQueries(trpc.views.pathFilter());
    },
  });
  const mistake = save.isError ? mistakeOf(save.error, 'name', 'Name') : undefined;
  return (
    <FormDialog
      title="Save this view"
      submitLabel="Save"
      missing={name.trim() === '' ? ['a name'] : []}
      isBusy={save.isPending}
      error={mistake === undefined ? save.error : null}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Databases without an owner"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={LONGEST_VIEW_NAME}
        autoComplete="off"
        data-autofocus
        error={mistake}
      />
      {isRoleAtLeast(role, 'Editor') && (
        <Checkbox
          size="xs"
          label="Share it with everyone in this tenant"
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <Checkbox
        size="xs"
        label="Start with it on this page"
        checked={isDefault}
        onChange={(event) => setDefault(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
