/** What is impacted now: the snapshot, with a summary of each cause and its incident. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC, type Answers } from '@/client/trpc';

export type Snapshot = Answers['health']['snapshot'];
export type LiveCauses = Answers['health']['causes'];
export type Cause = LiveCauses['causes'][number];
export type Columns = Answers['health']['lanes'];

/** Events trigger updates. It also polls this often, so that a wall is never older than this and a dead connection is noticed. */
const ASKED_EVERY_MS = 30_000;
/** What came with the page is not asked for again at once. */
const FRESH_FOR_MS = 5_000;
/** Waiting signals send no event. */
const ASKED_WHILE_PENDING_MS = 2_000;

export interface LiveImpact {
  snapshot: Snapshot;
  impact: LiveCauses;
}

export function useLiveImpact() {
  const trpc = useTRPC();
  const always = { staleTime: FRESH_FOR_MS, refetchInterval: ASKED_EVERY_MS };
  const snapshot = useQuery({
    ...trpc.health.snapshot.queryOptions({}),
    ...always,
    refetchInterval: ({ state }) => ((state.data?.pendingSignals ?? 0) > 0 ? ASKED_WHILE_PENDING_MS : ASKED_EVERY_MS),
  });
  const impact = useQuery({ ...trpc.health.causes.queryOptions({}), ...always });
  const columns = useQuery({ ...trpc.health.lanes.queryOptions({}), ...always });
  const parts = [snapshot, impact];
  const data = useMemo(
    (): LiveImpact | undefined =>
      snapshot.data === undefined || impact.data === undefined ? undefined : { snapshot: snapshot.data, impact: impact.data },
    [snapshot.data, impact.data],
  );
  return {
    data,
    /** The page does not wait for the columns. */
    columns: columns.data,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    /** As old as the oldest part. */
    shown: { dataUpdatedAt: Math.min(...parts.map(({ dataUpdatedAt }) => dataUpdatedAt)), isError: parts.some(({ isError }) => isError) },
    refetch: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
