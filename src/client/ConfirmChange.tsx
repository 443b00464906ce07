/** Asks before a change that cannot be undone, makes it, and says so; what it changed is then read again. */
'use client';

import { useMutation, useQueryClient, type QueryFilters, type UseMutationOptions } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { notify } from '@/ui/notify';
import { RefusalNote } from './RefusalNote';

interface Props<Made, Failure, Input> extends Omit<ComponentProps<typeof ConfirmDialog>, 'isBusy' | 'refusal' | 'onConfirm'> {
  change: UseMutationOptions<Made, Failure, Input>;
  input: Input;
  /** What to say once it is made. */
  done: string;
  /** What to read again. */
  stale: QueryFilters;
}

export function ConfirmChange<Made, Failure, Input>({ change, input, done, stale, onClose, ...asked }: Props<Made, Failure, Input>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    ...change,
    onSuccess: async () => {
      notify({ message: done });
      onClose();
      await queryClient.invalidateQueries(stale);
    },
  });
  return (
    <ConfirmDialog
      {...asked}
      isBusy={isPending}
      refusal={error !== null && <RefusalNote error={error} />}
      onConfirm={() => mutate(input)}
      onClose={onClose}
    />
  );
}
