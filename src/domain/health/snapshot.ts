/** The answer to "what is impacted right now", field by field, and how it is built from a live pass. */
import type { AffectedRow, RevenueExposure } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { isAffected } from '@/domain/affected';
import { liveRollUp, rolledUpApplications } from '@/domain/graph/questions/live/liveRollUp';
import type { ActiveMaintenance } from './maintenance';
import { namesIn, openLists, packLists, rowsOf } from './snapshotLists';
import type { NamesById, OpenLists, SnapshotLists } from './snapshotLists';
import type { EffectiveApplicationRow, EffectiveRow, ImpactedRow, UnhealthyRow } from './snapshotRows';
import { namedOf, type Named } from '@/domain/named';
import type { AudienceType, IncidentState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';

/** How many components last reported each state. One that never reported, or whose Healthy is stale, is `unreported`, and is treated as Healthy. */
export interface StateCounts {
  Healthy: number;
  Warning: number;
  Degraded: number;
  Outage: number;
  unreported: number;
}

export interface EffectiveAudienceRow extends EffectiveRow {
  audienceType: AudienceType;
  people: number | null;
}

/** A component or an application under maintenance. Do not show it as green, whatever it reports. */
export interface MaintenanceRow extends Named {
  windowId: string;
  kind: 'component' | 'application';
  until: string;
}

/**
 * The part of a snapshot that follows from landscape and health alone. Lists are sorted by worst state, then by technicalName in code unit
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
  /** Whether what its cause last reported is stale; absent in a snapshot of an older version. */
  isStale?: boolean;
}

/** What a snapshot says besides its body. */
export interface SnapshotMoment {
  /** Increases whenever the body or the incidents change. */
  version: number;
  computedAt: string;
  /** Signals that are accepted but not yet processed. */
  pendingSignals: number;
  openIncidents: OpenIncidentRow[];
}

export type ImpactSnapshot = SnapshotMoment &
  Omit<SnapshotBody, 'revenueExposure'> & {
    revenueExposure?: RevenueExposure;
    /** Parts that the caller may not see. */
    withheld: 'revenueExposure'[];
  };

/** A body as it is stored in the database: lists that can be long are packed, the rest is JSON. */
export interface PackedBody {
  landscapeVersion: number;
  lists: Uint8Array<ArrayBuffer>;
  counts: { impacted: number; applications: number };
  rest: SnapshotRest;
}

/** Without the landscape version, which may increase without any change in this. */
export type SnapshotRest = Omit<SnapshotBody, keyof SnapshotLists | 'landscapeVersion'>;

/**
 * Calculates the body. Applications, capabilities, processes and audiences roll up as in a blast radius; those with an impacted component
 * are reached, and affected if they are worse than Healthy. Afterwards the graph's roll-up holds them, worst first, until the next query.
 */
export function packBody(impact: LiveImpact, maintenance: ActiveMaintenance, currency: string): PackedBody {
  const { graph } = impact;
  const { capabilities, processes, audiences, revenueExposure, affectedApplications } = liveRollUp(impact, currency);
  const rest = {
    states: countStates(impact),
    capabilities: capabilities.map(effectiveRow),
    processes: processes.map(effectiveRow),
    audiences: audiences.map((row) => ({ ...effectiveRow(row), audienceType: row.audienceType, people: row.people })),
    revenueExposure,
    maintenance: maintenanceRows(graph, maintenance),
  };
  const counts = { impacted: impact.nodes.length, applications: affectedApplications };
  return { landscapeVersion: graph.version, lists: packLists(impact, maintenance), counts, rest };
}

/** The first `most` of the affected applications that `packBody` has just found. */
export function worstApplications(graph: Landscape, most: number): EffectiveRow[] {
  return rolledUpApplications(graph, most).filter(isAffected).map(effectiveRow);
}

/** The body with all its rows, with its fields in a fixed order. `names` are those of its landscape version. */
export function unpackBody(
  { landscapeVersion, rest }: Pick<PackedBody, 'landscapeVersion' | 'rest'>,
  lists: OpenLists,
  names: NamesById,
): SnapshotBody {
  const { states, capabilities, processes, audiences, revenueExposure: exposure, maintenance } = rest;
  return { landscapeVersion, states, ...rowsOf(lists, names), capabilities, processes, audiences, revenueExposure: exposure, maintenance };
}

/** The body calculated and unpacked in one step. */
export function snapshotBody(impact: LiveImpact, maintenance: ActiveMaintenance, currency: string): SnapshotBody {
  const packed = packBody(impact, maintenance, currency);
  return unpackBody(packed, openLists(packed.lists), namesIn(impact.graph));
}

/** The answer to one caller. For callers that may not see revenue, it appears only as an entry in `withheld`. */
export function snapshotAnswer(body: SnapshotBody, moment: SnapshotMoment, canSeeRevenue: boolean): ImpactSnapshot {
  const { revenueExposure: exposure, ...open } = body;
  const answer: ImpactSnapshot = { ...moment, ...open, withheld: canSeeRevenue ? [] : ['revenueExposure'] };
  return canSeeRevenue ? { ...answer, revenueExposure: exposure } : answer;
}

function countStates({ graph, health, unhealthy }: LiveImpact): StateCounts {
  const counts = [0, 0, 0, 0];
  for (const severity of unhealthy.severities) counts[severity]!++;
  const reported = health.healthyCount + unhealthy.nodes.length;
  const unreported = Math.max(0, graph.components.count - reported);
  return { Healthy: health.healthyCount, Warning: counts[1]!, Degraded: counts[2]!, Outage: counts[3]!, unreported };
}

function maintenanceRows(graph: Landscape, maintenance: ActiveMaintenance): MaintenanceRow[] {
  const rows = maintenance.windows.flatMap(({ id: windowId, kind, entityId, endsAt }) => {
    const entity = graph.findEntity(kind, entityId);
    return entity === null ? [] : [{ windowId, kind, ...namedOf(entity), until: new Date(endsAt).toISOString() }];
  });
  const key = ({ kind, technicalName, windowId }: MaintenanceRow): string => `${kind} ${technicalName} ${windowId}`;
  return rows.sort((a, b) => byCodeUnit(key(a), key(b)));
}

function effectiveRow({ id, technicalName, name, expectedState }: AffectedRow): EffectiveRow {
  return { id, technicalName, name, effectiveState: expectedState };
}
