/** What a weekly digest says: how the landscape, or a team's part of it, differs from what the last digest knew. Pure. */

/** Things of one sort. Beyond `MOST_COMPARED`, only how many there are. */
export interface Counted {
  count: number;
  ids: readonly string[] | null;
}

/** What a digest knows, to compare with a week later. */
export interface DigestState {
  /** Null while it is not known. */
  singlePoints: Counted | null;
  withoutOwner: Counted;
  stale: Counted;
  /** The single point whose failure costs most, per hour in the tenant's currency; null if nothing costs anything. */
  dearest: { id: string; perHour: number } | null;
}

export const MOST_COMPARED = 5_000;

export function counted(ids: readonly string[]): Counted {
  return { count: ids.length, ids: ids.length <= MOST_COMPARED ? [...ids].sort() : null };
}

export interface CountedChange {
  count: number;
  appeared: readonly string[];
  gone: number;
}

export interface DigestChanges {
  singlePoints: CountedChange | null;
  withoutOwner: CountedChange | null;
  stale: CountedChange | null;
  /** What an hour costs now and did before, in whole units; null if that is the same. */
  dearest: { id: string | null; perHour: number; previousPerHour: number } | null;
}

/** What changed since `before`, sort by sort, each null if nothing did. Without a `before`, whatever there is counts as a change. */
export function digestChanges(before: DigestState | null, now: DigestState): DigestChanges {
  const perHour = Math.round(now.dearest?.perHour ?? 0);
  const previousPerHour = Math.round(before?.dearest?.perHour ?? 0);
  // What was unknown a week ago is no news, and what is unknown now has not become nothing.
  const isUnknown = now.singlePoints === null || (before !== null && before.singlePoints === null);
  return {
    singlePoints: isUnknown || now.singlePoints === null ? null : changeOf(before?.singlePoints ?? null, now.singlePoints),
    withoutOwner: changeOf(before?.withoutOwner ?? null, now.withoutOwner),
    stale: changeOf(before?.stale ?? null, now.stale),
    dearest: isUnknown || perHour === previousPerHour ? null : { id: now.dearest?.id ?? null, perHour, previousPerHour },
  };
}

function changeOf(before: Counted | null, now: Counted): CountedChange | null {
  if (now.ids === null || before?.ids === null) {
    const more = now.count - (before?.count ?? 0);
    return more === 0 ? null : { count: now.count, appeared: [], gone: Math.max(0, -more) };
  }
  const was = new Set(before?.ids);
  const is = new Set(now.ids);
  const appeared = now.ids.filter((id) => !was.has(id));
  const gone = [...was].filter((id) => !is.has(id)).length;
  return appeared.length === 0 && gone === 0 ? null : { count: now.count, appeared, gone };
}

/** Whether there is anything to say to somebody with or without the right to see money. */
export function isWorthTelling({ dearest, ...changes }: DigestChanges, maySeeMoney: boolean): boolean {
  return Object.values(changes).some((change) => change !== null) || (maySeeMoney && dearest !== null);
}

/** The Monday of the week of `now`, in UTC, as in `2026-11-23`. */
export function mondayOf(now: Date): string {
  const days = (now.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days)).toISOString().slice(0, 10);
}
