/** What depends on each capability itself: the people and revenue of the audiences linked to it. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { HOURS_PER_YEAR } from '@/domain/graph/spread/revenue';
import { startComponents } from '@/domain/graph/landscape/startComponents';
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { Steps } from '@/plain/steps';

export interface CapabilityExposure {
  id: string;
  technicalName: string;
  name: string;
  /** Null if no linked audience has a number of people. */
  people: number | null;
  /** The linked shares of annual revenue, divided by 8,760 hours; null if none is recorded. */
  perHour: number | null;
  /** How many components could make it fail: its own and all their dependencies, at any distance. */
  components: number;
}

/**
 * The capabilities with the most revenue depending on them (if the caller `canSeeRevenue`), then people, then by technical name.
 * Capabilities without a linked audience are left out. O(links) and one traversal per row, in steps.
 */
export function* mostExposedCapabilities(graph: LandscapeGraph, most: number, canSeeRevenue: boolean): Steps<CapabilityExposure[]> {
  const { ranks } = graph.capabilities.nameOrder;
  const hanging = new Map<string, { people: number | null; perHour: number | null }>();
  for (const { people, annualRevenue, capabilities } of graph.segments) {
    for (const { capabilityId, revenueShare } of capabilities) {
      const so = hanging.get(capabilityId) ?? { people: null, perHour: null };
      const perHour = annualRevenue === null || revenueShare === null ? null : (annualRevenue * revenueShare) / HOURS_PER_YEAR;
      hanging.set(capabilityId, { people: plus(so.people, people), perHour: plus(so.perHour, canSeeRevenue ? perHour : null) });
    }
  }
  const exposed = [...hanging]
    .map(([id, exposure]) => ({ index: graph.capabilities.indexOf(id), ...exposure }))
    .sort(
      (left, right) =>
        (right.perHour ?? 0) - (left.perHour ?? 0) || (right.people ?? 0) - (left.people ?? 0) || ranks[left.index]! - ranks[right.index]!,
    )
    .slice(0, most);
  const rows: CapabilityExposure[] = [];
  for (const { index, people, perHour } of exposed) {
    const { id, technicalName, name } = graph.capabilities.at(index);
    rows.push({ id, technicalName, name, people, perHour, components: yield* componentsBehind(graph, id) });
  }
  return rows;
}

function plus(sum: number | null, more: number | null): number | null {
  return sum === null && more === null ? null : (sum ?? 0) + (more ?? 0);
}

function* componentsBehind(graph: LandscapeGraph, capabilityId: string): Steps<number> {
  const entity = graph.findEntity('capability', capabilityId);
  if (entity === null) return 0;
  startComponents(graph, entity, 3);
  const { traversal } = graph;
  yield* traversal.reach(graph.edges.dependencies, UNFILTERED, graph.components.capacity);
  return traversal.count;
}
