/** A scenario as rings: all that fails in the middle, and the redundancy that gave way beside what depends on it. Pure. */
import { redundancyLost } from '@/client/explanation/redundancyLost';
import type { Rings } from '@/client/rings/rings';
import type { ScenarioPicture } from '@/contract/scenarios';

export function scenarioRings({
  answer: { failures, origin, components, applications, gaveWay, completeness },
  lanes: columns,
}: ScenarioPicture): Rings {
  const listed = new Set(components.map(({ id }) => id));
  const failed = new Map(origin.map(({ id, applicationId }) => [id, applicationId]));
  const startOf = (id: string): string | null => {
    if (listed.has(id)) return id;
    const applicationId = failed.get(id);
    const cause = columns.causes.find((one) => one.id === id || one.id === applicationId || one.rows.some((row) => row.id === id));
    return (failures.find((one) => one.id === cause?.id) ?? failures[0])?.id ?? null;
  };
  return {
    middle: failures,
    components: components.map(({ id, name, applicationId, depth, expectedState, via, isExcess }) => ({
      id,
      name,
      applicationId,
      depth: Math.max(1, depth),
      expectedState,
      fromId: via === null ? null : startOf(via.componentId),
      isOnlyTogether: isExcess,
    })),
    omitted: completeness.componentsOmitted,
    applications,
    groups: gaveWay.map((group) => ({
      id: `group ${group.source.id} ${group.redundancyGroup}`,
      componentId: group.source.id,
      label: `“${group.redundancyGroup}”: ${group.working} of ${group.targets}`,
      sentence: `${group.source.name} ${redundancyLost(group)}`,
    })),
    isUpstream: false,
  };
}
