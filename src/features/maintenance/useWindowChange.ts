/** Changes to windows: each only as long as the window is the one that was shown, and then everything that shows windows is asked again. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import { windowTag } from '@/contract/etag';
import type { Maintenance } from '@/contract/maintenance';

/** The tag differs by the right to see revenue, which this page does not know: either will do. */
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
  // What is shown was outdated: the page behind the dialog shows what it is now.
  const onError = (): void => void queryClient.invalidateQueries(trpc.maintenance.pathFilter());
  const options = { onSuccess, onError, ...(window === null ? {} : { trpc: { context: { ifMatch: ifMatchOf(window) } } }) };
  return {
    create: useMutation(trpc.maintenance.create.mutationOptions({ onSuccess })),
    update: useMutation(trpc.maintenance.update.mutationOptions(options)),
    remove: useMutation(trpc.maintenance.delete.mutationOptions(options)),
  };
}
