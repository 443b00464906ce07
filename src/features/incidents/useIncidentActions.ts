/** What people do to an incident: shown at once, undone if the server refuses. */
'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/client/trpc';
import type { Incident } from '@/contract/incidents';
import { withAction, type OptimisticAction } from './optimisticAction';

const timestamp = (): string => new Date().toISOString();

export function useIncidentActions(id: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.incidents.get.queryOptions({ id });
  const show = async (deed: OptimisticAction): Promise<{ before: Incident | undefined }> => {
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData(queryKey);
    if (before !== undefined) queryClient.setQueryData(queryKey, withAction(before, deed, timestamp()));
    return { before };
  };
  const settle = {
    onSuccess: (incident: Incident) => {
      queryClient.setQueryData(queryKey, incident);
      void queryClient.invalidateQueries(trpc.incidents.list.pathFilter());
      void queryClient.invalidateQueries(trpc.health.pathFilter());
    },
    onError: (_error: unknown, _input: unknown, held: { before: Incident | undefined } | undefined) => {
      if (held?.before !== undefined) queryClient.setQueryData(queryKey, held.before);
      // A refusal often means that somebody else acted first.
      void queryClient.invalidateQueries({ queryKey });
    },
  };
  const acknowledge = useMutation(
    trpc.incidents.acknowledge.mutationOptions({ onMutate: () => show({ kind: 'Acknowledged', text: null }), ...settle }),
  );
  const resolve = useMutation(
    trpc.incidents.resolve.mutationOptions({ onMutate: ({ comment }) => show({ kind: 'Resolved', text: comment ?? null }), ...settle }),
  );
  const comment = useMutation(
    trpc.incidents.comment.mutationOptions({ onMutate: ({ text }) => show({ kind: 'Commented', text }), ...settle }),
  );
  return { acknowledge, resolve, comment };
}

export type IncidentActions = ReturnType<typeof useIncidentActions>;
