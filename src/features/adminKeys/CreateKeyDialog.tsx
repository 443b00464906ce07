/** Creates a key and shows it once. */
'use client';

import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { useFocusBack } from '@/ui/useFocusBack';
import { CreatedKey } from './CreatedKey';
import { KeyForm } from './KeyForm';

export function CreateKeyDialog({ onClose }: { onClose(): void }) {
  useFocusBack();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({ onSuccess: () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter()) }),
  );
  const made = create.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={made === undefined ? 'New API key' : `The key ${made.name}`}
      size="lg"
      // A key that is shown once must not be lost by a stray click.
      closeOnClickOutside={false}
      closeOnEscape={made === undefined}
      withCloseButton={made === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {made === undefined ? (
        <KeyForm isBusy={create.isPending} error={create.error} onSubmit={(wish) => create.mutate(wish)} onCancel={onClose} />
      ) : (
        <CreatedKey made={made} onDone={onClose} />
      )}
    </Modal>
  );
}
