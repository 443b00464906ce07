/** How many are affected, in the same words wherever a page says it. */
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { countAffected } from '@/domain/affected';
import { countOf } from '@/plain/counts';

type Counted = Pick<BlastRadiusAnswer, 'entity' | 'direction' | 'affectedCounts' | 'origin'>;

/**
 * How many components are affected: worse than Healthy. A failed component does not count; the components of any other failed entity do.
 * Upstream, how many would affect the entity, its own included.
 */
export function affectedCount({ entity, direction, affectedCounts, origin }: Counted): number {
  const isApart = direction === 'downstream' && entity.type === 'component';
  return affectedCounts.components + (isApart ? 0 : countAffected(origin));
}

/** `7 components affected, 5 applications`; what is only reached stands apart. */
export function affectedWords(answer: BlastRadiusAnswer): string {
  const { counts, affectedCounts, direction } = answer;
  const components = countOf(affectedCount(answer), 'component');
  if (direction === 'upstream')
    return `${components} could cause it, ${countOf(affectedCounts.applications, 'other application')} involved`;
  const only = counts.components - affectedCounts.components;
  const apart = only === 0 ? '' : `; ${countOf(only, 'more component', 'more components')} reached, not affected`;
  return `${components} affected, ${countOf(affectedCounts.applications, 'application')}${apart}`;
}
