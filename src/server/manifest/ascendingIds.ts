/** New ids for many rows at once, in the order in which they will be written: every index over them then grows at its end. */
import { randomUUID } from 'node:crypto';
import { inStretches, type Steps } from '@/plain/steps';

/** Ids made in one step. */
const PORTION = 2_000;
/** Ids are sorted among those with the same two digits at the front, so that no step sorts all of them. */
const DIGITS = 2;
const GROUPS = 16 ** DIGITS;

/** This many random GUIDs, ascending. */
export function* ascendingIds(count: number): Steps<string[]> {
  const groups = Array.from({ length: GROUPS }, (): string[] => []);
  yield* inStretches(count, PORTION, (from, end) => {
    for (let number = from; number < end; number += 1) {
      const id = randomUUID();
      groups[Number.parseInt(id.slice(0, DIGITS), 16)]?.push(id);
    }
  });
  const ids: string[] = [];
  yield* inStretches(GROUPS, count <= PORTION ? GROUPS : GROUPS / 16, (from, end) => {
    for (const group of groups.slice(from, end)) for (const id of group.sort()) ids.push(id);
  });
  return ids;
}
