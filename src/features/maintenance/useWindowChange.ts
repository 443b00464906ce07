/** Changes to windows. Each applies only to the version shown; afterwards everything that shows windows is loaded again. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { windowTag } from '@/contract/etag';
import type { Maintenance } from '@/contract/maintenance';

/** The ETag depends on the right to see revenue, which this page does not know: it sends both. */
function ifMatchOf(window: Maintenance): string {
  return [windowTag(window, false), windowTag(window, true)].join(', ');
}

export function useWindowChange(window: Maintenance | null, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    onDone();
    await Promise.all(
      [trpc.maintenance, trpc.health, trpc.incidents, trpc.landscape].map((router) => queryClient.invalidateQueries(router.pathFilter())),
    );
  };
  // The page showed an old version; the refetch updates what is behind the dialog.
  const onError = (): void => void queryClient.invalidateQueries(trpc.maintenance.pathFilter());
  const options = { onSuccess, onError, ...(window === null ? {} : { trpc: { context: { ifMatch: ifMatchOf(window) } } }) };
  return {
    create: useMutation(trpc.maintenance.create.mutationOptions({ onSuccess })),
    update: useMutation(trpc.maintenance.update.mutationOptions(options)),
    remove: useMutation(trpc.maintenance.delete.mutationOptions(options)),
  };
}
