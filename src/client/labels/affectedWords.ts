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

/** `7 components affected, 5 applications`; what is not in service, or only reached, stands apart. */
export function affectedWords(answer: BlastRadiusAnswer): string {
  const { counts, affectedCounts, direction } = answer;
  const { notInService } = answer.completeness;
  if (direction === 'upstream')
    return `${countOf(affectedCount(answer), 'component')} could cause it, ${countOf(affectedCounts.applications, 'other application')} involved`;
  const components = countOf(affectedCount(answer) - notInService.components, 'component');
  const only = counts.components - affectedCounts.components;
  const apart = only === 0 ? '' : `; ${countOf(only, 'more component', 'more components')} reached, not affected`;
  const outside = notInService.components === 0 ? '' : `, and ${notInService.components.toLocaleString('en')} not in service`;
  return `${components} affected${outside}, ${countOf(affectedCounts.applications - notInService.applications, 'application')}${apart}`;
}
