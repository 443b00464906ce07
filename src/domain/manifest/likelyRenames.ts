/** Finds deletions and creations that look like one rename. A rename would keep the history. Only a hint, without further effect. */
import { editDistance } from './closest';
import type { PlannedChange } from './declaration';

/** At most this many creations and deletions of each kind are compared; nobody would read more hints. */
const MOST_COMPARED = 200;

/**
 * By creation: the technicalName of the deletion that it resembles. Each deletion is named once, for the creation that resembles it most.
 */
export function likelyRenames(changes: readonly PlannedChange[]): Map<PlannedChange, string> {
  const likely = new Map<PlannedChange, string>();
  const kinds = new Set(changes.filter(({ op, kind }) => op === 'delete' && kind !== 'dependency').map(({ kind }) => kind));
  for (const kind of kinds) {
    const of = (op: PlannedChange['op']): PlannedChange[] =>
      changes.filter((change) => change.op === op && change.kind === kind).slice(0, MOST_COMPARED);
    const deleted = of('delete');
    const pairs = of('create').flatMap((created) =>
      deleted.flatMap((gone) => {
        const distance = distanceOf(created, gone);
        return distance === null ? [] : [{ created, gone, distance }];
      }),
    );
    const named = new Set<PlannedChange>();
    for (const { created, gone } of pairs.sort((left, right) => left.distance - right.distance)) {
      if (likely.has(created) || named.has(gone)) continue;
      likely.set(created, gone.technicalName);
      named.add(gone);
    }
  }
  return likely;
}

/** How different they are; null if too different. Two with the same display name count as nearest. */
function distanceOf(created: PlannedChange, gone: PlannedChange): number | null {
  const [name, before] = [created.after?.name, gone.before?.values.name];
  if (typeof name === 'string' && typeof before === 'string' && name.toLowerCase() === before.toLowerCase()) return 0;
  const bound = Math.max(1, Math.floor(Math.min(created.technicalName.length, gone.technicalName.length) / 3));
  const distance = editDistance(created.technicalName.toLowerCase(), gone.technicalName.toLowerCase(), bound + 1);
  return distance <= bound ? distance : null;
}
