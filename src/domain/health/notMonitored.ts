/** Components that a cause affects, but that nobody monitors, so that they are never its symptoms. */
import type { SilentComponent } from '@/domain/health/snapshotLists';
import type { FailureState } from '@/domain/vocabulary';

/** At most this many are listed for one cause; all are counted. */
export const MOST_NOT_MONITORED = 200;

/** All stored lists together have at most this many rows; those behind are cut. */
const MOST_ROWS = 20_000;

export interface NotMonitoredComponent {
  technicalName: string;
  effectiveState: FailureState;
}

/** Causes that affect the same components share a list. */
export interface NotMonitored {
  /** Each worst first, then by technicalName. */
  lists: NotMonitoredComponent[][];
  /** By component id of each cause that has any: the position of its list, and how many there are in all. */
  byCause: Record<string, [list: number, count: number]>;
}

export const ALL_MONITORED: NotMonitored = { lists: [], byCause: {} };

/** `nameOf` has the technicalNames of those that are not monitored. A component counts for its first 100 causes, which are all it names. */
export function notMonitoredIn(silent: readonly SilentComponent[], nameOf: ReadonlyMap<string, string>): NotMonitored {
  const bySet = new Map<readonly string[], { position: number; row: NotMonitoredComponent }[]>();
  silent.forEach(({ id, effectiveState, causeIds }, position) => {
    const technicalName = nameOf.get(id);
    if (technicalName === undefined) return;
    const rows = bySet.get(causeIds) ?? [];
    bySet.set(causeIds, rows);
    rows.push({ position, row: { technicalName, effectiveState } });
  });
  const sets = [...bySet];
  const setsOf = new Map<string, number[]>();
  sets.forEach(([causeIds], number) => causeIds.forEach((cause) => setsOf.set(cause, [...(setsOf.get(cause) ?? []), number])));
  const listOf = new Map<string, number>();
  const found: NotMonitored = { lists: [], byCause: {} };
  let free = MOST_ROWS;
  for (const [cause, numbers] of setsOf) {
    const key = numbers.join();
    const count = numbers.reduce((sum, number) => sum + sets[number]![1].length, 0);
    if (!listOf.has(key)) {
      const rows = numbers.flatMap((number) => sets[number]![1]).sort((a, b) => a.position - b.position);
      const listed = rows.slice(0, Math.min(MOST_NOT_MONITORED, free)).map(({ row }) => row);
      free -= listed.length;
      listOf.set(key, found.lists.push(listed) - 1);
    }
    found.byCause[cause] = [listOf.get(key)!, count];
  }
  return found;
}

/** Those of one cause: the first of them, and how many there are. */
export function notMonitoredBy({ lists, byCause }: NotMonitored, causeId: string): { listed: NotMonitoredComponent[]; count: number } {
  const [list, count] = byCause[causeId] ?? [0, 0];
  return { listed: count === 0 ? [] : lists[list]!, count };
}
