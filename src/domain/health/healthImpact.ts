/** Live impact by cause: for each component that no other explains, what it contributes to and the incident it belongs to. */
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { notRecorded } from '@/domain/graph/questions/notRecorded';
import type { BlastRadiusAnswer } from '@/domain/graph/questions/blastRadiusAnswer';
import type { Entities } from '@/domain/graph/landscape/views';
import { byExposure, firstCauses } from './causeOrder';
import { setsWith, shareOf } from '@/domain/graph/questions/live/contributions';
import type { Share } from '@/domain/graph/questions/live/contributions';
import type { LiveImpact } from '@/domain/graph/questions/live/liveImpact';
import { isUnderMaintenance } from './maintenance';
import type { ActiveMaintenance } from './maintenance';
import { severityIn } from '@/domain/graph/questions/live/liveRollUp';
import { contributedExposure, rollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import type { ContributedExposure, EffectiveEntities, RollUpContributions } from '@/domain/graph/questions/live/rollUpContributions';
import type { Named } from '@/domain/named';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { CriticalityTier, FailureState, HealthState, IncidentState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

/** At most this many components of one cause are listed. */
export const MOST_COMPONENTS = 1_000;

export interface IncidentReference {
  id: string;
  state: IncidentState;
}

type Shared<Rows extends unknown[]> = (Rows[number] & Share)[];

/** The blast radius of one cause from its present state, and how it relates to what is impacted now. */
export interface CauseRollUp extends Pick<BlastRadiusAnswer, 'revenueExposure' | 'counts' | 'completeness'> {
  applications: Shared<BlastRadiusAnswer['applications']>;
  capabilities: Shared<BlastRadiusAnswer['capabilities']>;
  processes: Shared<BlastRadiusAnswer['processes']>;
  audiences: Shared<BlastRadiusAnswer['audiences']>;
  /** In addition to `revenueExposure`, which is the cause's own alone. */
  contributed?: ContributedExposure;
}

export type ContributedComponent = Share & Named;

/**
 * The components that a cause contributes to, without the cause itself, as positions in the live pass: worst first, then by technicalName.
 */
export interface ContributedPositions {
  /** How many there are. */
  count: number;
  /** The first of them, at most `MOST_COMPONENTS`, as positions in the list of what is impacted. Stored snapshots use this name. */
  places: number[];
  /** The severity of each if only this cause is unhealthy. */
  alone: number[];
}

export interface CauseFacts extends Named, CauseRollUp {
  applicationId: string;
  /** The tier of its application. */
  criticalityTier: CriticalityTier;
  state: FailureState;
  since: string;
  isUnderMaintenance: boolean;
  /** Null below the tenant's threshold, and under maintenance. */
  incident: IncidentReference | null;
}

/** The form stored in the database: components by their positions in the snapshot's lists, which contain the rest. */
export interface HealthImpactCause extends CauseFacts {
  contributesTo: ContributedPositions;
}

export interface HealthImpactBody {
  landscapeVersion: number;
  /** By `byExposure`, and enough of them that the first `causeLimit` of either order are included. */
  causes: HealthImpactCause[];
  /** How many causes there are in all. */
  causeCount: number;
}

export interface HealthImpactQuestion {
  /** At most this many causes are calculated for each order in which they can be requested. */
  causeLimit: number;
  currency: string;
  maintenance: ActiveMaintenance;
  /** Which causes contribute to what is rolled up, if that was worked out before. */
  effective?: RollUpContributions;
}

/**
 * Calculates one blast radius per listed cause, so the time grows with what the causes reach. Contains no incidents yet; they follow from
 * the same pass.
 */
export function* healthImpact(
  impact: LiveImpact,
  { causeLimit, maintenance, currency, effective = rollUpContributions(impact) }: HealthImpactQuestion,
): Steps<HealthImpactBody> {
  const { graph, rootCauses, unhealthy } = impact;
  const costly = causesOfCapabilities(impact, effective);
  const positionOf = new Map(Array.from(unhealthy.nodes, (node, position) => [node, position]));
  const candidates = rootCauses.map((node) => {
    const { id, technicalName, name, applicationId } = graph.componentView(node);
    const { criticalityTier } = graph.applications.at(graph.components.applicationOf(node));
    const position = positionOf.get(node) ?? 0;
    const state = HEALTH_STATES[unhealthy.severities[position]!] as FailureState;
    const since = new Date(unhealthy.since[position]!).toISOString();
    const isMaintained = isUnderMaintenance(maintenance, id, applicationId);
    const facts = { id, technicalName, name, applicationId, criticalityTier, state, since, isUnderMaintenance: isMaintained };
    return {
      node,
      ...facts,
      contributed: costly.has(node) ? contributedExposure(impact, effective, node) : { perHour: 0, expectedPerHour: 0 },
    };
  });
  const causes: HealthImpactCause[] = [];
  for (const { node, contributed, ...facts } of firstCauses(candidates, causeLimit)) {
    yield;
    const rollUp = yield* rollUpOf(impact, effective, facts, { node, currency });
    const completeness = { ...rollUp.completeness, notRecorded: notRecorded(graph, applicationsOf(impact, node), true) };
    // The traversal of the blast radius still contains what this cause does alone.
    causes.push({ ...facts, incident: null, ...rollUp, completeness, contributed, contributesTo: contributedPositions(impact, node) });
  }
  return { landscapeVersion: graph.version, causes: causes.sort(byExposure), causeCount: rootCauses.length };
}

function* rollUpOf(
  { graph, contributions }: LiveImpact,
  effective: RollUpContributions,
  { id, state }: { id: string; state: FailureState },
  { node, currency }: { node: number; currency: string },
): Steps<CauseRollUp> {
  const answer = yield* blastRadius(graph, {
    entityType: 'component',
    entityId: id,
    direction: 'downstream',
    state,
    requestedDepth: null,
    planMaximumDepth: graph.components.capacity,
    modes: null,
    types: null,
    componentLimit: 0,
    currency,
    canSeeRevenue: true,
  });
  if (answer === null) throw new Error(`The cause ${id} is not in the landscape.`);
  const marks = setsWith(contributions, node);
  const shared = <Row extends { id: string; expectedState: HealthState }>(
    rows: readonly Row[],
    table: Pick<Entities, 'indexOf'>,
    entities: EffectiveEntities,
  ): (Row & Share)[] =>
    rows.map((row) => {
      const index = table.indexOf(row.id);
      const set = entities.setOf(index);
      const severities = { effective: entities.severityOf(index), alone: HEALTH_STATES.indexOf(row.expectedState) };
      // Other causes count as joint with this one only where it contributes.
      return { ...row, ...shareOf(graph, contributions, { cause: node, set: marks[set] === 1 ? set : 0, ...severities }) };
    });
  const { applications, capabilities, processes, audiences, revenueExposure, counts, completeness } = answer;
  return {
    applications: shared(applications, graph.applications, effective.applications),
    capabilities: shared(capabilities, graph.capabilities, effective.capabilities),
    processes: shared(processes, graph.processes, effective.processes),
    audiences: shared(audiences, graph.segments, effective.segments),
    counts,
    completeness,
    ...(revenueExposure === undefined ? {} : { revenueExposure }),
  };
}

/** The nodes of the causes that contribute to any capability: only these cost anything. */
function causesOfCapabilities({ contributions: { causes, sets } }: LiveImpact, { capabilities }: RollUpContributions): Set<number> {
  const numbers = new Set([...capabilities.affected()].map((capability) => capabilities.setOf(capability)));
  return new Set([...numbers].flatMap((number) => Array.from(sets.sets[number]!, (rank) => causes[rank]!)));
}

/** The applications of a cause and of the components that it contributes to. */
function applicationsOf({ graph, nodes, contributions }: LiveImpact, cause: number): Set<number> {
  const marks = setsWith(contributions, cause);
  const contributed = nodes.filter((node) => node === cause || marks[contributions.setByNode[node]!] === 1);
  return new Set(contributed.map((node) => graph.components.applicationOf(node)));
}

function contributedPositions({ graph, nodes, contributions }: LiveImpact, cause: number): ContributedPositions {
  const marks = setsWith(contributions, cause);
  const found: ContributedPositions = { count: 0, places: [], alone: [] };
  for (let position = 0; position < nodes.length; position++) {
    const node = nodes[position]!;
    if (node === cause || marks[contributions.setByNode[node]!] === 0) continue;
    if (found.count++ < MOST_COMPONENTS) {
      found.places.push(position);
      found.alone.push(severityIn(graph, 'component', node));
    }
  }
  return found;
}

/** The same with the incident of each cause, by component id. */
export function withIncidents<Body extends Pick<HealthImpactBody, 'causes'>>(
  body: Body,
  incidents: ReadonlyMap<string, IncidentReference>,
): Body {
  return { ...body, causes: body.causes.map((cause) => ({ ...cause, incident: incidents.get(cause.id) ?? null })) };
}
