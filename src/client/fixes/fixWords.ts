/** Describes fixes in words. */
import type { WeakPointFixes } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';

export type Fix = WeakPointFixes['fixes'][number];
type Change = Pick<Fix, 'kind' | 'source' | 'target' | 'redundancyGroup' | 'from' | 'to'>;

/** Says what to change. `shared` is what people call the zone that members share. */
export function fixWords({ kind, source, target, redundancyGroup, from, to }: Change, shared = from): string {
  switch (kind) {
    case 'makeSofter':
      return `Let ${source.name} do without ${target.name}: ${from} becomes ${to ?? ''}.`;
    case 'addMember':
      return `Give “${redundancyGroup ?? ''}” of ${source.name} one more target like ${target.name}, in a separate zone: ${from} become ${to ?? ''}.`;
    case 'separate':
      return `Move ${target.name} out of ${shared}, into one where nothing else runs.`;
  }
}

/** Says what the change removes, and what that is worth. `cost` formats money. */
export function outcomeWords({ kind, removesSinglePoints, removesPerHour }: Fix, cost: (amount: number) => string): string {
  const gone = kind === 'separate' ? 'shared zone' : 'single point';
  const removed = `Removes ${countOf(removesSinglePoints, gone)}`;
  if (removesPerHour === null || removesPerHour === 0) return removed;
  // They do not all fail at once, so nobody saves the sum.
  return removesSinglePoints === 1
    ? `${removed}: an hour without it costs ${cost(removesPerHour)} less`
    : `${removed}: an hour without each costs ${cost(removesPerHour)} less, added up`;
}
