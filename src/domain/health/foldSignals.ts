/**
 * Folds waiting signals into what each component reports. The latest observation counts; for equal times, the one accepted later; of one
 * request, the one that it names later.
 */
import { NO_CHANGES, recordChanges, type ChangeRecord } from '@/domain/health/flapping';
import type { HealthState } from '@/domain/vocabulary';

export interface QueuedSignal {
  signalId: string;
  /** Increases in the order of acceptance within one server's queue. */
  position: bigint;
  componentId: string;
  state: HealthState;
  /** Milliseconds since 1970. */
  observedAt: number;
  acceptedAt: number;
  source: string | null;
  message: string | null;
}

export interface ReportedState extends ChangeRecord {
  componentId: string;
  state: HealthState;
  observedAt: number;
  acceptedAt: number;
  /** When it entered this state. */
  since: number;
  source: string | null;
  message: string | null;
}

export const SIGNAL_OUTCOMES = ['Applied', 'Superseded', 'Late', 'Gone'] as const;
export type SignalOutcomeKind = (typeof SIGNAL_OUTCOMES)[number];

export interface Folded {
  /** The components whose report changed, even if the state stayed the same. */
  changed: (ReportedState & { previousState: HealthState | null })[];
  /** The outcome of each signal, by signalId. */
  outcomes: Map<string, SignalOutcomeKind>;
}

/** Whether `a` takes precedence over `b`. */
function isLater(a: { observedAt: number; acceptedAt: number }, b: { observedAt: number; acceptedAt: number }): boolean {
  return a.observedAt !== b.observedAt ? a.observedAt > b.observedAt : a.acceptedAt >= b.acceptedAt;
}

/**
 * The result does not depend on how the signals were split into batches. `known` is what each component last reported; `exists` says
 * whether the landscape still contains it.
 */
export function foldSignals(
  signals: readonly QueuedSignal[],
  known: ReadonlyMap<string, ReportedState>,
  exists: (componentId: string) => boolean,
): Folded {
  const outcomes = new Map<string, SignalOutcomeKind>();
  const winners = new Map<string, QueuedSignal>();
  const changesOf = new Map<string, number[]>();
  const inOrder = [...signals].sort((a, b) => a.acceptedAt - b.acceptedAt || (a.position < b.position ? -1 : 1));
  for (const signal of inOrder) {
    const last = known.get(signal.componentId);
    const winner = winners.get(signal.componentId);
    if (!exists(signal.componentId)) outcomes.set(signal.signalId, 'Gone');
    else if (last !== undefined && !isLater(signal, last)) outcomes.set(signal.signalId, 'Late');
    else if (winner !== undefined && !isLater(signal, winner)) outcomes.set(signal.signalId, 'Superseded');
    else {
      if (winner !== undefined) outcomes.set(winner.signalId, 'Superseded');
      const present = (winner ?? last)?.state ?? signal.state;
      if (present !== signal.state) changesOf.set(signal.componentId, [...(changesOf.get(signal.componentId) ?? []), signal.acceptedAt]);
      winners.set(signal.componentId, signal);
      outcomes.set(signal.signalId, 'Applied');
    }
  }
  const changed = [...winners.values()].map(({ position: _position, signalId: _signalId, ...signal }) => {
    const last = known.get(signal.componentId);
    const hasStayed = last?.state === signal.state;
    const record = recordChanges(last ?? NO_CHANGES, changesOf.get(signal.componentId) ?? []);
    return { ...signal, ...record, since: hasStayed ? last.since : signal.observedAt, previousState: last?.state ?? null };
  });
  return { changed, outcomes };
}
