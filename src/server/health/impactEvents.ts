/** What others are told of a turn beside its incidents. Events tell names and states, never revenue: a webhook has no right to see it. */
import type { Folded } from '@/domain/health/foldSignals';
import type { SnapshotBody } from '@/domain/health/snapshot';
import type { NewEvent } from '../events/eventLog';

/** The most applications, capabilities and audiences that an event names; it counts them all. */
const MOST_NAMED = 200;

/** One for each component that changed its state. What is under maintenance is expected to, and stays quiet. */
export function healthEvents(changed: Folded['changed'], maintained: ReadonlySet<string>): NewEvent[] {
  return changed
    .filter(({ componentId, state, previousState }) => state !== (previousState ?? 'Healthy') && !maintained.has(componentId))
    .map(({ componentId, state, previousState, since, source, message }) => ({
      type: 'health.changed',
      data: { componentId, state, previousState, since: new Date(since).toISOString(), source, message },
    }));
}

/** That there is another snapshot to read, also where all that changed is under maintenance: views follow this. */
export function impactChanged({ landscapeVersion, states, impacted, applications, capabilities, audiences }: SnapshotBody, snapshotVersion: number): NewEvent {
  return {
    type: 'impact.changed',
    data: {
      snapshotVersion,
      landscapeVersion,
      states,
      counts: { impacted: impacted.length, applications: applications.length, capabilities: capabilities.length, audiences: audiences.length },
      applications: named(applications),
      capabilities: named(capabilities),
      audiences: named(audiences),
    },
  };
}

function named(rows: readonly { technicalName: string; effectiveState: string }[]): object[] {
  return rows.slice(0, MOST_NAMED).map(({ technicalName, effectiveState }) => ({ technicalName, effectiveState }));
}
