/**
 * Computes everything about a graph and its reported health in one pass: what is impacted, by which cause, which causes there are, and what
 * is under maintenance.
 */
import type { Landscape } from '@/domain/graph/landscape/views';
import { explain, type Explanation } from '@/domain/health/explanation';
import { healthImpact, type HealthImpactBody } from '@/domain/health/healthImpact';
import { rollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import { groupsNotInService, type GroupsNotInService } from '@/domain/graph/questions/live/groupsNotInService';
import { liveImpact, type ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { isUnderMaintenance, maintenanceAt, type MaintenanceWindow } from '@/domain/health/maintenance';
import { packBody, worstApplications, type PackedBody } from '@/domain/health/snapshot';
import type { EffectiveRow } from '@/domain/health/snapshotRows';
import { situationsIn, type Situation } from '@/domain/health/situation';
import { watchedNow, type Watched, type WatchedNow } from '@/domain/notifications/watched';
import type { FailureState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

/** Causes listed in the health-impact view; the rest are counted. */
export const MOST_CAUSES = 50;

/** The most applications, capabilities and audiences that an event names; it counts all of them. */
export const MOST_NAMED = 200;

export interface Asked {
  currency: string;
  threshold: FailureState;
  windows: readonly MaintenanceWindow[];
  now: Date;
  /** What subscriptions watch; nothing by default. */
  watched?: readonly Watched[];
}

export interface Seen {
  body: PackedBody;
  /** The worst affected applications, at most as many as an event names. */
  worstApplications: readonly EffectiveRow[];
  /** Without the incidents of the causes, which are determined later. */
  causes: HealthImpactBody;
  explanation: Explanation;
  /** Without incidents, which are determined later. */
  situations: readonly Situation[];
  groupsNotInService: GroupsNotInService;
  /** The present state of what is watched, in that order; null for entities that are gone. */
  watched: readonly (WatchedNow | null)[];
}

/** In steps, with separate scratch arrays. */
export function* lookAtImpact(
  graph: Landscape,
  health: ReportedHealth,
  { currency, threshold, windows, now, watched = [] }: Asked,
): Steps<Seen> {
  const impact = liveImpact(graph, health);
  const maintenance = maintenanceAt(windows, now.getTime());
  const body = packBody(impact, maintenance, currency);
  const worst = worstApplications(graph, MOST_NAMED);
  const watchedAre = watched.map((one) => watchedNow(graph, one));
  yield;
  const effective = rollUpContributions(impact);
  const causes = yield* healthImpact(impact, { causeLimit: MOST_CAUSES, currency, maintenance, effective });
  const explanation = yield* explain(impact, threshold);
  const situations = yield* situationsIn(impact, effective, maintenance);
  yield;
  const groups = groupsNotInService(impact);
  return { body, worstApplications: worst, causes, explanation, situations, groupsNotInService: groups, watched: watchedAre };
}

export interface ToldComponent {
  technicalName: string;
  name: string;
  isUnderMaintenance: boolean;
}

/** What an event says about these components, by id. Leaves out components that no longer exist. */
export function toldComponents(
  graph: Landscape,
  componentIds: readonly string[],
  windows: readonly MaintenanceWindow[],
  now: Date,
): Map<string, ToldComponent> {
  const maintenance = maintenanceAt(windows, now.getTime());
  const told = new Map<string, ToldComponent>();
  for (const id of componentIds) {
    const node = graph.components.find(id);
    if (node === -1) continue;
    const { technicalName, name, applicationId } = graph.componentView(node);
    told.set(id, { technicalName, name, isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId) });
  }
  return told;
}
