/** The present state of what a subscription watches, from a live pass over the graph. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { segmentExposure, type Exposure } from '@/domain/graph/spread/revenue';
import type { CauseFacts } from '@/domain/health/healthImpact';
import type { WatchedKind } from '@/domain/notifications/watchedKinds';
import { HEALTH_STATES, type HealthState } from '@/domain/vocabulary';

export interface Watched {
  kind: WatchedKind;
  /** The entities behind it: the one entity, or the applications of a team; empty for the tenant. */
  ids: readonly string[];
}

export interface WatchedNow {
  /** The name of the one entity; null for the tenant and a team. */
  name: string | null;
  state: HealthState;
  /** Null if there is no exposure. Per hour, in the tenant's currency. */
  exposure: Pick<Exposure, 'perHour' | 'expectedPerHour'> | null;
}

/**
 * Null if the entity was deleted. The graph must hold the live roll-up, as `packBody` leaves it. O(watched entities), and for exposure
 * O(links of all segments).
 */
export function watchedNow(graph: LandscapeGraph, { kind, ids }: Watched): WatchedNow | null {
  const { rollUp } = graph;
  if (kind === 'tenant') {
    return {
      name: null,
      state: stateOf(worst(rollUp.capabilities.severities, rollUp.capabilities.count)),
      exposure: exposureOf(graph, null),
    };
  }
  if (kind === 'team') {
    const severities = ids
      .map((id) => graph.applications.indexOf(id))
      .map((index) => (index === -1 ? 0 : rollUp.applications.severityOf(index)));
    return { name: null, state: stateOf(worst(severities, severities.length)), exposure: null };
  }
  const entity = graph.findEntity(kind, ids[0] ?? '');
  if (entity === null) return null;
  const { name, index, id } = entity;
  switch (kind) {
    case 'component':
      return { name, state: stateOf(graph.traversal.severityOf(index)), exposure: null };
    case 'application':
      return { name, state: stateOf(rollUp.applications.severityOf(index)), exposure: null };
    case 'process':
      return { name, state: stateOf(rollUp.processes.severityOf(index)), exposure: null };
    case 'capability':
      return { name, state: stateOf(rollUp.capabilities.severityOf(index)), exposure: exposureOf(graph, { capabilityId: id }) };
    case 'segment':
      return { name, state: stateOf(rollUp.segments.severityOf(index)), exposure: exposureOf(graph, { segmentId: id }) };
  }
}

function worst(severities: ArrayLike<number>, count: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    found = Math.max(found, severities[i]!);
  }
  return found;
}

function stateOf(severity: number): HealthState {
  return HEALTH_STATES[severity]!;
}

/** What is at stake through one capability, in one segment, or in total. */
function exposureOf(graph: LandscapeGraph, only: { capabilityId: string } | { segmentId: string } | null): WatchedNow['exposure'] {
  const total = { perHour: 0, expectedPerHour: 0 };
  for (const segment of graph.segments) {
    if (only !== null && 'segmentId' in only && segment.id !== only.segmentId) continue;
    const { perHour, expectedPerHour } = segmentExposure(segment, (capabilityId) => {
      if (only !== null && 'capabilityId' in only && capabilityId !== only.capabilityId) return 0;
      return graph.rollUp.capabilities.severityOf(graph.capabilities.indexOf(capabilityId));
    });
    total.perHour += perHour;
    total.expectedPerHour += expectedPerHour;
  }
  return total;
}

/** The causes that contribute to what is watched, in order. For a component, only that component itself, if it is a cause. */
export function causesOfWatched(causes: readonly CauseFacts[], { kind, ids }: Watched): CauseFacts[] {
  const isAmong = (rows: readonly { id: string }[]): boolean => rows.some(({ id }) => ids.includes(id));
  return causes.filter((cause) => {
    switch (kind) {
      case 'tenant':
        return cause.capabilities.length > 0;
      case 'component':
        return ids.includes(cause.id);
      case 'application':
      case 'team':
        return isAmong(cause.applications);
      case 'capability':
        return isAmong(cause.capabilities);
      case 'process':
        return isAmong(cause.processes);
      case 'segment':
        return isAmong(cause.audiences);
    }
  });
}
