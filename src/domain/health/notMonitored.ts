/** Components that a cause affects, but that nobody monitors, so that they are never its symptoms. */
import type { SilentComponent } from './snapshotLists';
import type { FailureState } from '@/domain/vocabulary';

/** At most this many are listed for one cause; all are counted. */
export const MOST_NOT_MONITORED = 200;

/** All stored lists together have at most this many rows; those behind are empty, which the counts say. */
const MOST_ROWS = 5_000;

export interface NotMonitoredComponent {
  technicalName: string;
  effectiveState: FailureState;
}

/** Causes that affect the same components share a list. */
export interface NotMonitored<Row = NotMonitoredComponent> {
  /** Each worst first, then by technicalName. */
  lists: Row[][];
  /** By component id of each cause that has any: the position of its list, and how many there are in all. */
  byCause: Record<string, [list: number, count: number]>;
}

export const ALL_MONITORED: NotMonitored = { lists: [], byCause: {} };

/**
 * Of the silent components, in their order, those that `isMonitored` denies. A component counts for its first 100 causes, which are all it
 * names. O(silent components and their causes).
 */
export function notMonitoredAmong(silent: readonly SilentComponent[], isMonitored: (id: string) => boolean): NotMonitored<SilentComponent> {
  const byCause = new Map<string, { count: number; places: number[] }>();
  silent.forEach(({ id, causeIds }, place) => {
    if (isMonitored(id)) return;
    for (const cause of causeIds) {
      const found = byCause.get(cause) ?? { count: 0, places: [] };
      if (found.count === 0) byCause.set(cause, found);
      found.count++;
      if (found.places.length < MOST_NOT_MONITORED) found.places.push(place);
    }
  });
  const listOf = new Map<string, number>();
  const found: NotMonitored<SilentComponent> = { lists: [], byCause: {} };
  let free = MOST_ROWS;
  for (const [cause, { count, places }] of byCause) {
    const key = places.join();
    if (!listOf.has(key)) {
      const listed = places.length <= free ? places : [];
      free -= listed.length;
      listOf.set(key, found.lists.push(listed.map((place) => silent[place]!)) - 1);
    }
    found.byCause[cause] = [listOf.get(key)!, count];
  }
  return found;
}

/** The same with the names of the components. Leaves out those without a name, which were deleted meanwhile. */
export function withNames({ lists, byCause }: NotMonitored<SilentComponent>, nameOf: (id: string) => string | undefined): NotMonitored {
  const named = lists.map((list) =>
    list.flatMap(({ id, effectiveState }) => {
      const technicalName = nameOf(id);
      return technicalName === undefined ? [] : [{ technicalName, effectiveState }];
    }),
  );
  return { lists: named, byCause };
}

/** Those of one cause: the first of them, and how many there are. */
export function notMonitoredBy({ lists, byCause }: NotMonitored, causeId: string): { listed: NotMonitoredComponent[]; count: number } {
  const [list, count] = byCause[causeId] ?? [0, 0];
  return { listed: count === 0 ? [] : lists[list]!, count };
}
