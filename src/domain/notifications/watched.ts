/** The present state of what a subscription watches, from a live pass over the graph. */
import type { Landscape } from '@/domain/graph/landscape/views';
import { exposureIn, severityIn, worstCapability } from '@/domain/graph/questions/live/liveRollUp';
import type { ContributedExposure } from '@/domain/graph/questions/live/rollUpContributions';
import type { CauseFacts } from '@/domain/health/healthImpact';
import type { WatchedKind } from './watchedKinds';
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
  exposure: ContributedExposure | null;
}

/**
 * Null if the entity was deleted. The graph must hold the live roll-up, as `packBody` leaves it. O(watched entities), and for exposure
 * O(links of all segments).
 */
export function watchedNow(graph: Landscape, { kind, ids }: Watched): WatchedNow | null {
  if (kind === 'tenant')
    return {
      name: null,
      state: stateOf(worstCapability(graph)),
      exposure: exposureIn(graph, null),
    };
  if (kind === 'team') {
    const severities = ids
      .map((id) => graph.applications.indexOf(id))
      .map((index) => (index === -1 ? 0 : severityIn(graph, 'application', index)));
    return { name: null, state: stateOf(severities.reduce((worst, severity) => Math.max(worst, severity), 0)), exposure: null };
  }
  const entity = graph.findEntity(kind, ids[0] ?? '');
  if (entity === null) return null;
  const { name, index, id } = entity;
  const state = stateOf(severityIn(graph, kind, index));
  if (kind === 'capability') return { name, state, exposure: exposureIn(graph, { capabilityId: id }) };
  if (kind === 'segment') return { name, state, exposure: exposureIn(graph, { segmentId: id }) };
  return { name, state, exposure: null };
}

function stateOf(severity: number): HealthState {
  return HEALTH_STATES[severity]!;
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
