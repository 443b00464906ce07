import { expect, test } from 'vitest';
import { reachGroups } from './reachGroups';
import type { Snapshot } from './useLiveImpact';

const application = (technicalName: string, effectiveState: string, criticalityTier: string) => ({
  id: technicalName,
  technicalName,
  name: technicalName,
  effectiveState,
  criticalityTier,
  ownerTeam: null,
});

test('applications are ordered by state, then tier, then name', () => {
  const snapshot = {
    applications: [
      application('archive', 'Outage', 'Administrative'),
      application('billing', 'Outage', 'MissionCritical'),
      application('chat', 'Degraded', 'MissionCritical'),
      application('accounts', 'Outage', 'MissionCritical'),
    ],
    capabilities: [],
    processes: [],
    audiences: [],
  } as unknown as Snapshot;
  expect(reachGroups(snapshot)[0]?.tiles.map(({ id }) => id)).toEqual(['accounts', 'billing', 'archive', 'chat']);
});

test('what is only reached is not shown as affected', () => {
  const rows = [{ id: 'a', technicalName: 'a', name: 'A', effectiveState: 'Healthy', criticalityTier: 'MissionCritical', ownerTeam: null }];
  expect(reachGroups({ applications: rows, capabilities: rows, processes: rows, audiences: rows } as unknown as Snapshot)).toEqual([]);
});
