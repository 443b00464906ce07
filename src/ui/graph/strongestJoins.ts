/** The joins that an arrangement is made by: of very many, those that hold most together. Pure. */
import type { Joined } from './elkEngine';

/** Each pair once; of each item the `most` pairs that are joined most often, whichever way they lead. */
export function strongestJoins(joins: readonly Joined[], most: number): Joined[] {
  const pairs = new Map<string, Joined & { count: number }>();
  for (const { source, target } of joins) {
    const key = source < target ? `${source} ${target}` : `${target} ${source}`;
    const held = pairs.get(key);
    if (held === undefined) pairs.set(key, { source, target, count: 1 });
    else held.count++;
  }
  const perItem = new Map<string, number>();
  const kept: Joined[] = [];
  for (const { source, target } of [...pairs.values()].sort((a, b) => b.count - a.count)) {
    const ofSource = perItem.get(source) ?? 0;
    const ofTarget = perItem.get(target) ?? 0;
    if (ofSource >= most && ofTarget >= most) continue;
    perItem.set(source, ofSource + 1);
    perItem.set(target, ofTarget + 1);
    kept.push({ source, target });
  }
  return kept;
}
