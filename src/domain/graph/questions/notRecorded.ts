/**
 * What the landscape does not record about the far end of a failure. "Nobody is affected" is an answer only if it is recorded who would be.
 */
import { forEachInRow } from '@/domain/graph/arrays/rowArena';
import { counts, type AlsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';

/** Parts of the far end that may be missing from a landscape, in the order of answers. */
export const RECORDED_PARTS = ['capabilities', 'audiences', 'revenue'] as const;
export type RecordedPart = (typeof RECORDED_PARTS)[number];

/** The applications in service that have an affected component in the last roll-up of `graph`, the origin included. */
export function affectedApplications(graph: LandscapeGraph, also?: AlsoCounted): number[] {
  const { applications } = graph.rollUp;
  const affected: number[] = [];
  for (let position = 0; position < applications.count; position++) {
    const application = applications.indexes[position]!;
    if (applications.affectedPartCounts[position]! > 0 && counts(graph, application, also)) affected.push(application);
  }
  return affected;
}

/**
 * The parts of which the landscape has none linked to these applications, however far the question looked: no capability that they support,
 * no audience of such a capability or of one above it, no share of a known annual revenue. O(links of the applications), and less where all
 * is recorded.
 */
export function notRecorded(landscape: Landscape, applications: Iterable<number>, canSeeRevenue: boolean): RecordedPart[] {
  const graph = graphOf(landscape);
  const { applicationCapabilities, capabilityParents, segmentCapabilities } = graph.links;
  const recorded = new Set<RecordedPart>();
  const visited = new Set<number>();
  const visit = (capability: number): void => {
    if (visited.has(capability)) return;
    visited.add(capability);
    recorded.add('capabilities');
    const { id } = graph.capabilities.at(capability);
    forEachInRow(segmentCapabilities.holders, capability, (segment) => {
      recorded.add('audiences');
      if (earnsBy(graph, segment, id)) recorded.add('revenue');
    });
    forEachInRow(capabilityParents.named, capability, visit);
  };
  for (const application of applications) {
    forEachInRow(applicationCapabilities.named, application, visit);
    if (recorded.size === RECORDED_PARTS.length) break;
  }
  return RECORDED_PARTS.filter((part) => !recorded.has(part) && (part !== 'revenue' || canSeeRevenue));
}

/** Whether it is known what the segment earns by the capability. */
function earnsBy({ segments }: LandscapeGraph, segment: number, capability: string): boolean {
  const { annualRevenue, capabilities } = segments.at(segment);
  return (
    annualRevenue !== null && capabilities.some(({ capabilityId, revenueShare }) => capabilityId === capability && revenueShare !== null)
  );
}
