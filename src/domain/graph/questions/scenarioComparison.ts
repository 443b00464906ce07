/**
 * Compares two outcomes of one scenario by identity: what is newly affected, no longer affected, worse or milder, and which verdicts
 * changed.
 */
import type { Named } from '@/domain/named';
import type { HealthState, ToleranceVerdict } from '@/domain/vocabulary';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** The kinds of what an outcome affects, in the order of every comparison. */
export const AFFECTED_KINDS = ['component', 'application', 'capability', 'process', 'segment'] as const;
export type AffectedKind = (typeof AFFECTED_KINDS)[number];

type Row<Told> = readonly [id: string, technicalName: string, name: string, told: Told];

/** What an outcome says about each entity that it affects. */
export interface OutcomeStates {
  states: Readonly<Record<AffectedKind, readonly Row<HealthState>[]>>;
  /** For all capabilities that it affects. */
  verdicts: readonly Row<ToleranceVerdict | null>[];
}

interface Told<Value> extends Named {
  from: Value;
  to: Value;
}
export type StateDifference = Told<HealthState> & { entityType: AffectedKind };
export type VerdictDifference = Told<ToleranceVerdict | null>;

export interface OutcomeDifferences {
  newlyAffected: StateDifference[];
  noLongerAffected: StateDifference[];
  worse: StateDifference[];
  milder: StateDifference[];
  verdicts: VerdictDifference[];
}

/** By kind, then by technicalName in code unit order; names are those of the later outcome if it has them. */
export function compareOutcomes(from: OutcomeStates, to: OutcomeStates): OutcomeDifferences {
  const differences: OutcomeDifferences = { newlyAffected: [], noLongerAffected: [], worse: [], milder: [], verdicts: [] };
  for (const entityType of AFFECTED_KINDS)
    for (const told of differencesOf(from.states[entityType], to.states[entityType], 'Healthy' as HealthState))
      differences[listOf(told)].push({ entityType, ...told });
  differences.verdicts = differencesOf(from.verdicts, to.verdicts, null);
  return differences;
}

function listOf({ from, to }: Told<HealthState>): Exclude<keyof OutcomeDifferences, 'verdicts'> {
  if (from === 'Healthy') return 'newlyAffected';
  if (to === 'Healthy') return 'noLongerAffected';
  return HEALTH_STATES.indexOf(to) > HEALTH_STATES.indexOf(from) ? 'worse' : 'milder';
}

/** What differs between the two; `otherwise` is used for an entity that one of them does not contain. */
function differencesOf<Value>(from: readonly Row<Value>[], to: readonly Row<Value>[], otherwise: Value): Told<Value>[] {
  const told = new Map<string, Told<Value>>();
  for (const [id, technicalName, name, value] of from) told.set(id, { id, technicalName, name, from: value, to: otherwise });
  for (const [id, technicalName, name, value] of to)
    told.set(id, { id, technicalName, name, from: told.get(id)?.from ?? otherwise, to: value });
  return [...told.values()].filter((row) => row.from !== row.to).sort((left, right) => byCodeUnit(left.technicalName, right.technicalName));
}
