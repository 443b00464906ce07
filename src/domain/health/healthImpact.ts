/** Live impact by cause: for each component that no other explains, what it takes down and the incident that deals with it. */
import { blastRadius } from '@/domain/graph/blastRadius';
import type { BlastRadiusAnswer } from '@/domain/graph/blastRadiusAnswer';
import type { LiveImpact } from '@/domain/health/liveImpact';
import { isUnderMaintenance } from '@/domain/health/maintenance';
import type { ActiveMaintenance } from '@/domain/health/maintenance';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState, IncidentState } from '@/domain/vocabulary';

export interface IncidentReference {
  id: string;
  state: IncidentState;
}

/** What a blast radius says of one cause, with its present state as the start: all but its components one by one. */
export type CauseRollUp = Pick<
  BlastRadiusAnswer,
  'applications' | 'capabilities' | 'processes' | 'audiences' | 'revenueExposure' | 'counts' | 'completeness'
>;

export interface HealthImpactCause extends CauseRollUp {
  id: string;
  technicalName: string;
  name: string;
  applicationId: string;
  state: FailureState;
  since: string;
  isUnderMaintenance: boolean;
  /** Null below the tenant's threshold, and under maintenance. */
  incident: IncidentReference | null;
}

export interface HealthImpactBody {
  landscapeVersion: number;
  /** Worst first, then by technicalName. */
  causes: HealthImpactCause[];
  /** How many causes there are beyond those listed. */
  causesOmitted: number;
}

export interface HealthImpactQuestion {
  /** At most this many causes are worked out, the worst first. */
  causeLimit: number;
  planMaximumDepth: number;
  currency: string;
  canSeeRevenue: boolean;
  maintenance: ActiveMaintenance;
}

/** Takes a blast radius per listed cause, so that its time grows with what the causes reach. Names no incidents yet: they follow from the same pass. */
export function healthImpact(impact: LiveImpact, question: HealthImpactQuestion): HealthImpactBody {
  const { graph, rootCauses, unhealthy } = impact;
  const { causeLimit, maintenance, ...asker } = question;
  const placeOf = new Map(Array.from(unhealthy.nodes, (node, place) => [node, place]));
  const causes = rootCauses.slice(0, causeLimit).flatMap((node) => {
    const place = placeOf.get(node) ?? 0;
    const state = HEALTH_STATES[unhealthy.severities[place]!] as FailureState;
    const { id, technicalName, name, applicationId } = graph.componentView(node);
    const answer = blastRadius(graph, {
      ...asker,
      entityType: 'component',
      entityId: id,
      direction: 'downstream',
      state,
      requestedDepth: null,
      modes: null,
      types: null,
      componentLimit: 0,
    });
    if (answer === null) {
      return [];
    }
    const { applications, capabilities, processes, audiences, revenueExposure, counts, completeness } = answer;
    const rollUp: CauseRollUp = { applications, capabilities, processes, audiences, counts, completeness };
    if (revenueExposure !== undefined) {
      rollUp.revenueExposure = revenueExposure;
    }
    const since = new Date(unhealthy.since[place]!).toISOString();
    const isMaintained = isUnderMaintenance(maintenance, id, applicationId);
    return [{ id, technicalName, name, applicationId, state, since, isUnderMaintenance: isMaintained, incident: null, ...rollUp }];
  });
  return { landscapeVersion: graph.version, causes, causesOmitted: rootCauses.length - causes.length };
}

/** The same with the incident that deals with each cause, by component id. */
export function withIncidents<Body extends Pick<HealthImpactBody, 'causes'>>(
  body: Body,
  incidents: ReadonlyMap<string, IncidentReference>,
): Body {
  return { ...body, causes: body.causes.map((cause) => ({ ...cause, incident: incidents.get(cause.id) ?? null })) };
}
