/** What "affected" means, in every count, list and sentence: worse than Healthy. What is only reached is not affected. */
import type { HealthState } from './vocabulary';

/** Any row of an answer that is about failures; by cause, a row may be affected only jointly with other causes. */
export interface ReachedRow {
  expectedState: HealthState;
  /** The other causes without which it would be better off. */
  jointlyWith?: readonly string[];
}

/** Counts by kind, of what is affected or of what is reached. */
export interface KindCounts {
  components: number;
  applications: number;
  capabilities: number;
  processes: number;
  audiences: number;
}

export function isAffected({ expectedState, jointlyWith = [] }: ReachedRow): boolean {
  return expectedState !== 'Healthy' || jointlyWith.length > 0;
}

export function countAffected(rows: readonly ReachedRow[]): number {
  return rows.reduce((count, row) => count + (isAffected(row) ? 1 : 0), 0);
}

/** The affected rows, and those that are only reached, each in the given order. */
export function splitByAffected<Row extends ReachedRow>(rows: readonly Row[]): { affected: Row[]; reached: Row[] } {
  return { affected: rows.filter(isAffected), reached: rows.filter((row) => !isAffected(row)) };
}

/** The same for a row of what is impacted right now. */
export function isUnhealthy({ effectiveState }: { effectiveState: HealthState }): boolean {
  return effectiveState !== 'Healthy';
}

export function countUnhealthy(rows: readonly { effectiveState: HealthState }[]): number {
  return rows.filter(isUnhealthy).length;
}
