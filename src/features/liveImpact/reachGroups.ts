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
      tiles: byStateAndTier(applications).map((one) =>
        tileOf(one, isInService(one.lifecycleState) ? null : 'not in service', TIER_LABELS[one.criticalityTier], one.ownerTeam),
      ),
    },
    { title: 'Capabilities', kind: 'capability', tiles: capabilities.map((one) => tileOf(one)) },
    { title: 'Processes', kind: 'process', tiles: processes.map((one) => tileOf(one)) },
    { title: 'Audiences', kind: 'segment', tiles: audiences.map((one) => tileOf(one, one.audienceType, peopleLabel(one.people))) },
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

type Reached = Pick<ReachTile, 'id' | 'name'> & { effectiveState: HealthState };

function tileOf({ id, name, effectiveState }: Reached, ...details: (string | null)[]): ReachTile {
  return { id, name, state: effectiveState, detail: details.filter((part) => part !== null && part !== '').join(' · ') };
}
