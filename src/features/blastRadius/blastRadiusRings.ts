/** A blast radius as rings. Pure. */
import type { Rings } from '@/client/rings/rings';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';

/** What was reached from any part of the start begins at the start. */
export function blastRadiusRings({ entity, state, direction, components, applications, completeness }: BlastRadiusAnswer): Rings {
  const known = new Set(components.map(({ id }) => id));
  return {
    middle: [{ id: entity.id, name: entity.name, state: direction === 'downstream' ? state : null }],
    components: components.map(({ id, name, applicationId, depth, expectedState, via }) => ({
      id,
      name,
      applicationId,
      depth,
      expectedState,
      fromId: known.has(via.componentId) ? via.componentId : entity.id,
      isOnlyTogether: false,
    })),
    omitted: completeness.componentsOmitted,
    applications,
    groups: [],
    isUpstream: direction === 'upstream',
  };
}
