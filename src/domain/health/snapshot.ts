/** The answer to "what is impacted right now", field by field, and how it is written down from a live pass. */
import { affectedRows, applicationRows, audienceRows, revenueExposure } from '@/domain/graph/blastRadius';
import type { AffectedRow, RevenueExposure } from '@/domain/graph/blastRadiusAnswer';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { LiveImpact } from '@/domain/health/liveImpact';
import type { ActiveMaintenance } from '@/domain/health/maintenance';
import { isUnderMaintenance } from '@/domain/health/maintenance';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { AudienceType, CriticalityTier, FailureState, HealthState, IncidentState } from '@/domain/vocabulary';

/** How many components last reported each state; one that never reported is `unreported`, and is taken as Healthy. */
export interface StateCounts {
  Healthy: number;
  Warning: number;
  Degraded: number;
  Outage: number;
  unreported: number;
}

interface SnapshotComponent {
  id: string;
  technicalName: string;
  name: string;
  applicationId: string;
  isUnderMaintenance: boolean;
}

/** A component whose last signal is not Healthy. */
export interface UnhealthyRow extends SnapshotComponent {
  state: FailureState;
  /** When it came to this state. */
  since: string;
}

/** A component whose effective state is worse than Healthy: the worst of its own signal and what its dependencies pass on. */
export interface ImpactedRow extends SnapshotComponent {
  effectiveState: FailureState;
  /** technicalName of the component whose own signal explains it: itself, when nothing else does. */
  cause: string;
}

export interface EffectiveRow {
  id: string;
  technicalName: string;
  name: string;
  /** Healthy where something inside suffers, but not badly enough to show. */
  effectiveState: HealthState;
}

export interface EffectiveApplicationRow extends EffectiveRow {
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
}

export interface EffectiveAudienceRow extends EffectiveRow {
  audienceType: AudienceType;
  people: number | null;
}

/** A component or an application under maintenance: not to be shown as green, whatever it reports. */
export interface MaintenanceRow {
  windowId: string;
  kind: 'component' | 'application';
  id: string;
  technicalName: string;
  name: string;
  until: string;
}

/**
 * The part of a snapshot that follows from landscape and health alone. Lists are sorted by worst state, then technicalName in code unit
 * order.
 */
export interface SnapshotBody {
  landscapeVersion: number;
  states: StateCounts;
  unhealthy: UnhealthyRow[];
  impacted: ImpactedRow[];
  applications: EffectiveApplicationRow[];
  capabilities: EffectiveRow[];
  processes: EffectiveRow[];
  audiences: EffectiveAudienceRow[];
  revenueExposure: RevenueExposure;
  maintenance: MaintenanceRow[];
}

export interface OpenIncidentRow {
  id: string;
  state: IncidentState;
  /** technicalName of its cause. */
  cause: string;
  /** technicalNames of its symptoms. */
  symptoms: string[];
  openedAt: string;
}

/** What a snapshot says beside its body. */
export interface SnapshotMoment {
  /** Rises whenever the body or the incidents change. */
  version: number;
  computedAt: string;
  /** Signals that are accepted but not yet counted in. */
  pendingSignals: number;
  openIncidents: OpenIncidentRow[];
}

export type ImpactSnapshot = SnapshotMoment &
  Omit<SnapshotBody, 'revenueExposure'> & {
    revenueExposure?: RevenueExposure;
    /** Parts that the asker may not see. */
    withheld: 'revenueExposure'[];
  };

/**
 * Writes the body down. Applications, capabilities, processes and audiences roll up as in a blast radius; affected are those with an
 * impacted component.
 */
export function snapshotBody(impact: LiveImpact, maintenance: ActiveMaintenance, currency: string): SnapshotBody {
  const { graph } = impact;
  rollUpLive(impact);
  const audiences = audienceRows(graph);
  return {
    landscapeVersion: graph.version,
    states: countStates(impact),
    unhealthy: unhealthyRows(impact, maintenance),
    impacted: impactedRows(impact, maintenance),
    applications: applicationRows(graph).map(({ id, technicalName, name, criticalityTier, ownerTeam, expectedState }) => ({
      id, technicalName, name, criticalityTier, ownerTeam, effectiveState: expectedState,
    })),
    capabilities: affectedRows(graph.capabilities, graph.rollUp.capabilities).map(effectiveRow),
    processes: affectedRows(graph.processes, graph.rollUp.processes).map(effectiveRow),
    audiences: audiences.map((row) => ({ ...effectiveRow(row), audienceType: row.audienceType, people: row.people })),
    revenueExposure: revenueExposure(graph, audiences, currency),
    maintenance: maintenanceRows(graph, maintenance),
  };
}

/** The answer to one asker: who may not see revenue finds it named in `withheld` and nowhere else. */
export function snapshotAnswer(body: SnapshotBody, moment: SnapshotMoment, canSeeRevenue: boolean): ImpactSnapshot {
  const { revenueExposure: exposure, ...open } = body;
  const answer: ImpactSnapshot = { ...moment, ...open, withheld: canSeeRevenue ? [] : ['revenueExposure'] };
  return canSeeRevenue ? { ...answer, revenueExposure: exposure } : answer;
}

/**
 * Fills the graph's roll-up from the impacted components. The outermost components of each affected application take part even where they
 * are Healthy, so that trouble inside that does not reach them leaves the application Healthy.
 */
function rollUpLive({ graph, nodes, severities }: LiveImpact): void {
  const { traversal, components, outermost } = graph;
  traversal.begin(components.capacity);
  for (let i = 0; i < nodes.length; i++) {
    traversal.addOrigin(nodes[i]!, severities[i]!);
  }
  const affected = new Set<number>();
  for (const node of nodes) {
    affected.add(components.applications[node]!);
  }
  for (const application of affected) {
    outermost.refresh(application);
    const { starts, lengths, values } = components.ofApplication;
    const start = starts[application]!;
    const end = start + lengths[application]!;
    for (let place = start; place < end; place++) {
      if (outermost.isOutermost[values[place]!] === 1) {
        traversal.addOrigin(values[place]!, 0);
      }
    }
  }
  graph.rollUp.fill(graph, true);
}

function countStates({ graph, health, unhealthy }: LiveImpact): StateCounts {
  const counts = [0, 0, 0, 0];
  for (const severity of unhealthy.severities) {
    counts[severity]!++;
  }
  const reported = health.healthyCount + unhealthy.nodes.length;
  const unreported = Math.max(0, graph.components.count - reported);
  return { Healthy: health.healthyCount, Warning: counts[1]!, Degraded: counts[2]!, Outage: counts[3]!, unreported };
}

function unhealthyRows({ graph, unhealthy }: LiveImpact, maintenance: ActiveMaintenance): UnhealthyRow[] {
  return Array.from(unhealthy.nodes, (node, i) => ({
    ...componentRow(graph, node, maintenance),
    state: failureState(unhealthy.severities[i]!),
    since: new Date(unhealthy.since[i]!).toISOString(),
  }));
}

function impactedRows({ graph, nodes, severities, causes }: LiveImpact, maintenance: ActiveMaintenance): ImpactedRow[] {
  return Array.from(nodes, (node, i) => ({
    ...componentRow(graph, node, maintenance),
    effectiveState: failureState(severities[i]!),
    cause: graph.components.technicalNameOf(causes[i]!),
  }));
}

function componentRow(graph: LandscapeGraph, node: number, maintenance: ActiveMaintenance): SnapshotComponent {
  const { id, technicalName, name, applicationId } = graph.componentView(node);
  return { id, technicalName, name, applicationId, isUnderMaintenance: isUnderMaintenance(maintenance, id, applicationId) };
}

function maintenanceRows(graph: LandscapeGraph, maintenance: ActiveMaintenance): MaintenanceRow[] {
  const rows = maintenance.windows.flatMap(({ id: windowId, kind, entityId, endsAt }) => {
    const entity = graph.findEntity(kind, entityId);
    if (entity === null) {
      return [];
    }
    const { id, technicalName, name } = entity;
    return [{ windowId, kind, id, technicalName, name, until: new Date(endsAt).toISOString() }];
  });
  const key = ({ kind, technicalName, windowId }: MaintenanceRow): string => `${kind} ${technicalName} ${windowId}`;
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function effectiveRow({ id, technicalName, name, expectedState }: AffectedRow): EffectiveRow {
  return { id, technicalName, name, effectiveState: expectedState };
}

function failureState(severity: number): FailureState {
  return HEALTH_STATES[severity] as FailureState;
}
