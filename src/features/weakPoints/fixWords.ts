/** Describes fixes in words. */
import type { WeakPointFixes } from '@/contract/weakPoints';
import { countOf } from '@/plain/counts';

export type Fix = WeakPointFixes['fixes'][number];

/** Says what to change. */
export function fixWords({ kind, source, target, redundancyGroup, from, to }: Fix): string {
  switch (kind) {
    case 'makeSofter':
      return `Let ${source.name} do without ${target.name}: ${from} becomes ${to ?? ''}.`;
    case 'addMember':
      return `Give “${redundancyGroup ?? ''}” of ${source.name} one more target like ${target.name}, in a separate zone: ${from} become ${to ?? ''}.`;
    case 'separate':
      return `Move ${target.name} out of the zone ${from}, into one where nothing else runs.`;
  }
}

/** Says what the change removes, and what that is worth. `cost` formats money. */
export function outcomeWords({ kind, removesSinglePoints, removesPerHour }: Fix, cost: (amount: number) => string): string {
  const gone = kind === 'separate' ? 'shared zone' : 'single point';
  const saved = removesPerHour === null || removesPerHour === 0 ? '' : `, worth ${cost(removesPerHour)} an hour`;
  return `Removes ${countOf(removesSinglePoints, gone)}${saved}`;
}
