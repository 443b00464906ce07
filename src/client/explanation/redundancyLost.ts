/** How a redundancy group gave way, in words. */
import type { ImpactExplanation } from '@/contract/impactPath';

/** Follows the name of whatever depends on the group. */
export function redundancyLost({
  working,
  targets,
  redundancyGroup,
  redundancyMinimum,
}: Pick<ImpactExplanation['gaveWay'][number], 'working' | 'targets' | 'redundancyGroup' | 'redundancyMinimum'>): string {
  return `lost its redundancy: ${working} of ${targets} in “${redundancyGroup}” work and ${redundancyMinimum} ${redundancyMinimum === 1 ? 'is' : 'are'} needed.`;
}
