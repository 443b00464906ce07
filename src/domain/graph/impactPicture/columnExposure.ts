/** What each affected capability costs an hour, and so the applications that harm it. */
import type { ColumnExposure } from './columnTypes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { supportedBy } from '@/domain/graph/questions/live/rollUpContributions';
import { sharesOfExposure } from '@/domain/graph/spread/revenue';

export interface Exposures {
  /** Of all capabilities that some of these applications support and therefore harm, each once. */
  of(applications: Iterable<number>): ColumnExposure;
  ofCapability(capability: number): ColumnExposure;
}

const NOTHING = { perHour: 0, expectedPerHour: 0 };

/** Read from the filled roll-up. For those who may not see revenue everything is 0, so that no order gives it away. */
export function exposuresIn(graph: LandscapeGraph, canSeeRevenue: boolean): Exposures {
  if (!canSeeRevenue) return { of: () => NOTHING, ofCapability: () => NOTHING };
  const { rollUp, capabilities } = graph;
  const severityOf = (id: string): number => rollUp.capabilities.severityOf(capabilities.indexOf(id));
  const costs = new Map<number, ColumnExposure>();
  for (let position = 0; position < rollUp.segments.count; position++) {
    const segment = graph.segments.at(rollUp.segments.indexes[position]!);
    if (segment.annualRevenue === null) continue;
    for (const { capabilityId, perHour, expectedPerHour } of sharesOfExposure(segment, severityOf)) {
      const index = capabilities.indexOf(capabilityId);
      const before = costs.get(index);
      costs.set(index, {
        perHour: (before?.perHour ?? 0) + perHour,
        expectedPerHour: (before?.expectedPerHour ?? 0) + expectedPerHour,
      });
    }
  }
  return {
    ofCapability: (capability) => costs.get(capability) ?? NOTHING,
    of(applications) {
      const harmed = new Set<number>();
      for (const application of applications)
        if (rollUp.applications.severityOf(application) > 0) for (const index of capabilitiesAbove(graph, application)) harmed.add(index);
      const sum = { perHour: 0, expectedPerHour: 0 };
      for (const index of harmed) {
        sum.perHour += costs.get(index)?.perHour ?? 0;
        sum.expectedPerHour += costs.get(index)?.expectedPerHour ?? 0;
      }
      return { perHour: rounded(sum.perHour), expectedPerHour: rounded(sum.expectedPerHour) };
    },
  };
}

/** The capabilities that an application supports, and all above these. */
export function capabilitiesAbove(graph: LandscapeGraph, application: number): Set<number> {
  return new Set(supportedBy(graph, application));
}

function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}
