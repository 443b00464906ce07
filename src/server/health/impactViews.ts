/** Looks at a graph and the health reported in it, in one go: what is impacted, by cause, who is to blame, and what is under maintenance. */
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { explainInSteps, type Explanation } from '@/domain/health/explanation';
import { healthImpactInSteps, type HealthImpactBody } from '@/domain/health/healthImpact';
import { liveImpact, type ReportedHealth } from '@/domain/health/liveImpact';
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import { packBody, worstApplications, type PackedBody } from '@/domain/health/snapshot';
import type { EffectiveRow } from '@/domain/health/snapshotRows';
import type { FailureState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

/** Causes that the health-impact view lists; the rest are counted. */
export const MOST_CAUSES = 50;

/** The most applications, capabilities and audiences that an event names; it counts them all. */
export const MOST_NAMED = 200;

export interface Asked {
  currency: string;
  threshold: FailureState;
  windows: readonly MaintenanceWindow[];
  now: Date;
}

export interface Seen {
  body: PackedBody;
  /** The first of the affected applications: as many as an event names. */
  worstApplications: readonly EffectiveRow[];
  /** Without the incidents of the causes: they follow from the explanation. */
  causes: HealthImpactBody;
  explanation: Explanation;
}

/** In steps, on scratch arrays that nothing else uses. */
export function* lookAtImpact(graph: LandscapeGraph, health: ReportedHealth, { currency, threshold, windows, now }: Asked): Steps<Seen> {
  const impact = liveImpact(graph, health);
  const maintenance = maintenanceAt(windows, now.getTime());
  const body = packBody(impact, maintenance, currency);
  const worst = worstApplications(graph, MOST_NAMED);
  yield;
  const causes = yield* healthImpactInSteps(impact, {
    causeLimit: MOST_CAUSES,
    currency,
    maintenance,
  });
  return { body, worstApplications: worst, causes, explanation: yield* explainInSteps(impact, threshold) };
}

export interface ToldComponent {
  technicalName: string;
  isUnderMaintenance: boolean;
}

/** What an event says of these components, by id; those that are no longer there are left out. */
export function toldComponents(
  graph: LandscapeGraph,
  componentIds: readonly string[],
  windows: readonly MaintenanceWindow[],
  now: Date,
): Map<string, ToldComponent> {
  const maintenance = maintenanceAt(windows, now.getTime());
  const told = new Map<string, ToldComponent>();
  for (const id of componentIds) {
    const node = graph.components.find(id);
    if (node === -1) continue;
    const { technicalName, applicationId } = graph.componentView(node);
    told.set(id, { technicalName, isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId) });
  }
  return told;
}
