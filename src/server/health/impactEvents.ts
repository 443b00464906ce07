/** What others are told of a turn beside its incidents. Events tell names and states, never revenue: a webhook has no right to see it. */
import type { EventData, NewEvent } from '@/contract/eventData';
import type { Folded } from '@/domain/health/foldSignals';
import type { EffectiveRow } from '@/domain/health/snapshotRows';
import { MOST_NAMED, type Seen, type ToldComponent } from './impactViews';

/** One for each component that changed its state. What is under maintenance is expected to, and stays quiet. */
export function healthEvents(changed: Folded['changed'], told: ReadonlyMap<string, ToldComponent>): NewEvent[] {
  return changed.flatMap(({ componentId, state, previousState, since, source, message }): NewEvent[] => {
    const component = told.get(componentId);
    if (component === undefined || component.isUnderMaintenance || state === (previousState ?? 'Healthy')) return [];
    const data = {
      componentId,
      component: component.technicalName,
      state,
      previousState,
      since: new Date(since).toISOString(),
      source,
      message,
    };
    return [{ type: 'health.changed', data }];
  });
}

/** That there is another snapshot to read, also where all that changed is under maintenance: views follow this. */
export function impactChanged({ body: { landscapeVersion, counts, rest }, worstApplications }: Seen, snapshotVersion: number): NewEvent {
  const { states, capabilities, audiences } = rest;
  return {
    type: 'impact.changed',
    data: {
      snapshotVersion,
      landscapeVersion,
      states,
      counts: {
        impacted: counts.impacted,
        applications: counts.applications,
        capabilities: capabilities.length,
        audiences: audiences.length,
      },
      applications: named(worstApplications),
      capabilities: named(capabilities),
      audiences: named(audiences),
    },
  };
}

function named(rows: readonly EffectiveRow[]): EventData['impact.changed']['applications'] {
  return rows.slice(0, MOST_NAMED).map(({ technicalName, effectiveState }) => ({ technicalName, effectiveState }));
}
