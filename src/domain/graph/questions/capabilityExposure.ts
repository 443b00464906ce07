/** What depends on each capability itself: the people and revenue of the audiences linked to it. */
import { namedOf, type Named } from '@/domain/named';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { HOURS_PER_YEAR } from '@/domain/graph/spread/revenue';
import { analyse } from './analysis';
import { countWorse } from './blastRadius';
import type { Steps } from '@/plain/steps';

export interface CapabilityExposure extends Named {
  /** Null if no linked audience has a number of people. */
  people: number | null;
  /** How many linked audiences have no number of people. */
  audiencesWithoutNumber: number;
  /** The linked shares of annual revenue, divided by 8,760 hours; null if none is recorded. */
  perHour: number | null;
}

/**
 * The capabilities with the most revenue depending on them (if the caller `canSeeRevenue`), then people, then by technical name.
 * Capabilities of whose people and revenue nothing is known are left out. O(links).
 */
export function mostExposedCapabilities(landscape: Landscape, most: number, canSeeRevenue: boolean): CapabilityExposure[] {
  const graph = graphOf(landscape);
  const { ranks } = graph.capabilities.nameOrder;
  const hanging = new Map<string, Omit<CapabilityExposure, keyof Named>>();
  for (const { people, annualRevenue, capabilities } of graph.segments)
    for (const { capabilityId, revenueShare } of capabilities) {
      const so = hanging.get(capabilityId) ?? { people: null, audiencesWithoutNumber: 0, perHour: null };
      const perHour = annualRevenue === null || revenueShare === null ? null : (annualRevenue * revenueShare) / HOURS_PER_YEAR;
      hanging.set(capabilityId, {
        people: plus(so.people, people),
        audiencesWithoutNumber: so.audiencesWithoutNumber + (people === null ? 1 : 0),
        perHour: plus(so.perHour, canSeeRevenue ? perHour : null),
      });
    }
  return [...hanging]
    .filter(([, { people, perHour }]) => people !== null || perHour !== null)
    .map(([id, exposure]) => ({ index: graph.capabilities.indexOf(id), ...exposure }))
    .sort(
      (left, right) =>
        (right.perHour ?? 0) - (left.perHour ?? 0) || (right.people ?? 0) - (left.people ?? 0) || ranks[left.index]! - ranks[right.index]!,
    )
    .slice(0, most)
    .map(({ index, ...exposure }) => ({ ...namedOf(graph.capabilities.at(index)), ...exposure }));
}

function plus(sum: number | null, more: number | null): number | null {
  return sum === null && more === null ? null : (sum ?? 0) + (more ?? 0);
}

/** How many components would give a capability Warning or worse if one of them alone were down: what its upstream question answers. */
export function* countCauses(landscape: Landscape, capabilityId: string, planMaximumDepth: number): Steps<number> {
  const graph = graphOf(landscape);
  const question = { entityType: 'capability', entityId: capabilityId, direction: 'upstream', requestedDepth: null } as const;
  const analysis = yield* analyse(graph, { ...question, planMaximumDepth, modes: null, types: null });
  return analysis === null ? 0 : countWorse(graph, 0);
}
