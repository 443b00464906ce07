/** What is impacted now: the snapshot, the same by cause, and the incidents that deal with the causes. */
'use client';

import { useQuery } from '@tanstack/react-query';
import { UNRESOLVED_STATES } from '@/client/look/incidentWords';
import { useTRPC, type Answers } from '@/client/trpc';
import { worstFirst } from './worstFirst';

export type Snapshot = Answers['health']['snapshot'];
export type HealthImpact = Answers['health']['healthImpact'];
export type Cause = HealthImpact['causes'][number];
export type OpenIncident = Answers['incidents']['list']['items'][number];

/** Events lead; this often it is asked all the same, so that a wall is never older than this and its line proves itself. */
const ASKED_EVERY_MS = 30_000;
/** Signals that wait send no event of their own. */
const ASKED_WHILE_PENDING_MS = 2_000;

export interface LiveImpact {
  snapshot: Snapshot;
  impact: HealthImpact;
  /** By the id of the incident. */
  incidents: ReadonlyMap<string, OpenIncident>;
}

function withWorstFirst(impact: HealthImpact): HealthImpact {
  return { ...impact, causes: worstFirst(impact.causes) };
}

export function useLiveImpact() {
  const trpc = useTRPC();
  const always = { staleTime: 0, refetchInterval: ASKED_EVERY_MS };
  const snapshot = useQuery({
    ...trpc.health.snapshot.queryOptions({}),
    ...always,
    refetchInterval: ({ state }) => ((state.data?.pendingSignals ?? 0) > 0 ? ASKED_WHILE_PENDING_MS : ASKED_EVERY_MS),
  });
  const impact = useQuery({ ...trpc.health.healthImpact.queryOptions({}, { select: withWorstFirst }), ...always });
  const incidents = useQuery({ ...trpc.incidents.list.queryOptions({ state: [...UNRESOLVED_STATES], limit: 200 }), ...always });
  const parts = [snapshot, impact, incidents];
  const data: LiveImpact | undefined =
    snapshot.data === undefined || impact.data === undefined || incidents.data === undefined
      ? undefined
      : { snapshot: snapshot.data, impact: impact.data, incidents: new Map(incidents.data.items.map((incident) => [incident.id, incident])) };
  return {
    data,
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    /** As old as its oldest part. */
    shown: { dataUpdatedAt: Math.min(...parts.map(({ dataUpdatedAt }) => dataUpdatedAt)), isError: parts.some(({ isError }) => isError) },
    refetch: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
