/** Where one thing goes and a like one comes, somebody may have meant a rename and lose a history. Only a hint: nothing follows from it. */
import { editDistance } from './closest';
import type { PlannedChange } from './declaration';

/** Of each kind so many creations and deletions are compared; beyond that nobody reads the hints. */
const MOST_COMPARED = 200;

/** By creation: the technicalName of the deletion that it looks like. Each deletion is named once, for the likest. */
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

/** How far apart they are; null: too far. What people call by the same name is as near as can be. */
function distanceOf(created: PlannedChange, gone: PlannedChange): number | null {
  const [name, before] = [created.after?.name, gone.before?.values.name];
  if (typeof name === 'string' && typeof before === 'string' && name.toLowerCase() === before.toLowerCase()) return 0;
  const bound = Math.max(1, Math.floor(Math.min(created.technicalName.length, gone.technicalName.length) / 3));
  const distance = editDistance(created.technicalName.toLowerCase(), gone.technicalName.toLowerCase(), bound + 1);
  return distance <= bound ? distance : null;
}
