/** What is affected besides components, as tiles by kind, for a desk or a wall. */
import { peopleLabel } from '@/client/labels/figures';
import { TIER_LABELS } from '@/client/labels/labels';
import { isInService } from '@/domain/lifecycle';
import { isUnhealthy } from '@/domain/affected';
import { CRITICALITY_TIERS, HEALTH_STATES, type EntityKind, type HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import type { Snapshot } from './useLiveImpact';

export interface ReachTile {
  id: string;
  name: string;
  state: HealthState;
  detail: string;
}

export interface ReachGroup {
  title: string;
  kind: EntityKind;
  tiles: ReachTile[];
}

/** Only what is affected. Empty groups are left out. */
export function reachGroups(snapshot: Snapshot): ReachGroup[] {
  const [applications, capabilities] = [snapshot.applications.filter(isUnhealthy), snapshot.capabilities.filter(isUnhealthy)];
  const [processes, audiences] = [snapshot.processes.filter(isUnhealthy), snapshot.audiences.filter(isUnhealthy)];
  const groups: ReachGroup[] = [
    {
      title: 'Applications',
      kind: 'application',
      tiles: byStateAndTier(applications).map(({ id, name, effectiveState, criticalityTier, ownerTeam, lifecycleState }) => ({
        id,
        name,
        state: effectiveState,
        detail: told([isInService(lifecycleState) ? null : 'not in service', TIER_LABELS[criticalityTier], ownerTeam]),
      })),
    },
    {
      title: 'Capabilities',
      kind: 'capability',
      tiles: capabilities.map(({ id, name, effectiveState }) => ({ id, name, state: effectiveState, detail: '' })),
    },
    {
      title: 'Processes',
      kind: 'process',
      tiles: processes.map(({ id, name, effectiveState }) => ({ id, name, state: effectiveState, detail: '' })),
    },
    {
      title: 'Audiences',
      kind: 'segment',
      tiles: audiences.map(({ id, name, effectiveState, audienceType, people }) => ({
        id,
        name,
        state: effectiveState,
        detail: told([audienceType, peopleLabel(people)]),
      })),
    },
  ];
  return groups.filter(({ tiles }) => tiles.length > 0);
}

/** The worst first; within a state the most critical, then by technical name. */
function byStateAndTier(applications: Snapshot['applications']): Snapshot['applications'] {
  return [...applications].sort(
    (a, b) =>
      HEALTH_STATES.indexOf(b.effectiveState) - HEALTH_STATES.indexOf(a.effectiveState) ||
      CRITICALITY_TIERS.indexOf(b.criticalityTier) - CRITICALITY_TIERS.indexOf(a.criticalityTier) ||
      byCodeUnit(a.technicalName, b.technicalName),
  );
}

function told(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}
