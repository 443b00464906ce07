/** Facts of the graph engine as the lists of the REST interface give them. */
import type { LandscapeFacts } from '@/domain/graph/arrays/landscapeFacts';
import type { LandscapeRead } from './columnsTruth';

export function landscapeRead(facts: LandscapeFacts): LandscapeRead {
  const idOf = new Map(facts.components.map(({ ordinal, id }) => [ordinal, id]));
  return {
    applications: facts.applications,
    components: facts.components,
    dependencies: facts.dependencies.map(({ sourceOrdinal, targetOrdinal, mode, dependencyType, propagates }) => ({
      sourceComponentId: idOf.get(sourceOrdinal)!,
      targetComponentId: idOf.get(targetOrdinal)!,
      mode,
      dependencyType,
      propagates,
    })),
    capabilities: facts.capabilities,
    processes: facts.processes,
    segments: facts.segments.map(({ id, capabilities }) => ({ id, capabilityIds: capabilities.map(({ capabilityId }) => capabilityId) })),
  };
}
