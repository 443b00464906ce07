/** The saved views of one page: choose the start view, share and delete. */
'use client';

import { ActionIcon, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefusalNote } from '@/client/RefusalNote';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { SavedView } from '@/contract/savedViews';
import { isRoleAtLeast } from '@/domain/access';
import { Dialog } from '@/ui/Dialog';

export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose(): void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const again = { onSuccess: () => queryClient.invalidateQueries(trpc.views.pathFilter()) };
  const update = useMutation(trpc.views.update.mutationOptions(again));
  const setDefault = useMutation(trpc.views.setDefault.mutationOptions(again));
  const remove = useMutation(trpc.views.remove.mutationOptions(again));
  const refusal = update.error ?? setDefault.error ?? remove.error;
  return (
    <Dialog onClose={onClose} title="Saved views of this page" size="lg">
      <Stack gap="sm">
        {views.length === 0 && <Text size="sm">No saved views.</Text>}
        {views.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            onDefault={(isDefault) => setDefault.mutate({ id: view.id, isDefault })}
            onShared={(isShared) => update.mutate({ id: view.id, isShared })}
            onRemove={() => remove.mutate({ id: view.id })}
          />
        ))}
        {refusal !== null && <RefusalNote error={refusal} />}
      </Stack>
    </Dialog>
  );
}

interface RowProps {
  view: SavedView;
  onDefault(isDefault: boolean): void;
  onShared(isShared: boolean): void;
  onRemove(): void;
}

function ViewRow({ view: { name, owner, isShared, isDefault, mayChange }, onDefault, onShared, onRemove }: RowProps) {
  const { role } = useTenant();
  const mayShare = mayChange && (isShared || isRoleAtLeast(role, 'Editor'));
  return (
    <Group justify="space-between" gap="xs" role="group" aria-label={name}>
      <div style={{ flex: '1 1 180px', minWidth: 0 }}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        {!owner.isYou && (
          <Text size="xs" c="dimmed">
            by {owner.name}
          </Text>
        )}
      </div>
      <Group gap="md">
        <Checkbox size="xs" label="Start with it" checked={isDefault} onChange={(event) => onDefault(event.currentTarget.checked)} />
        {mayShare && <Checkbox size="xs" label="Shared" checked={isShared} onChange={(event) => onShared(event.currentTarget.checked)} />}
        {mayChange && (
          <ActionIcon aria-label={`Delete ${name}`} onClick={onRemove}>
            <IconTrash size={15} aria-hidden="true" />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}
