/**
 * The events of a turn other than those about incidents. Events contain names and states but never revenue, because a webhook has no right
 * to see it.
 */
import type { EventData, NewEvent } from '@/contract/eventData';
import type { Folded } from '@/domain/health/foldSignals';
import { isUnhealthy } from '@/domain/affected';
import type { EffectiveRow } from '@/domain/health/snapshotRows';
import { MOST_NAMED, type Seen, type ToldComponent } from './impactViews';

/** One for each component whose state changed, unless it is under maintenance, where changes are expected. */
export function healthEvents(changed: Folded['changed'], told: ReadonlyMap<string, ToldComponent>): NewEvent[] {
  return changed.flatMap(({ componentId, state, previousState, since, source, message }): NewEvent[] => {
    const component = told.get(componentId);
    if (component === undefined || component.isUnderMaintenance || state === (previousState ?? 'Healthy')) return [];
    const data = {
      componentId,
      component: component.technicalName,
      componentName: component.name,
      state,
      previousState,
      since: new Date(since).toISOString(),
      source,
      message,
    };
    return [{ type: 'health.changed', data }];
  });
}

/** Says that there is a new snapshot, because views follow this event. Sent even if everything that changed is under maintenance. */
export function impactChanged({ body: { landscapeVersion, counts, rest }, worstApplications }: Seen, snapshotVersion: number): NewEvent {
  const { states } = rest;
  const capabilities = rest.capabilities.filter(isUnhealthy);
  const audiences = rest.audiences.filter(isUnhealthy);
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
