import { describe, expect, test } from 'vitest';
import type { HealthState } from '@/domain/vocabulary';
import { summariesOf } from './causeSummary';
import type { HealthImpactCause } from './healthImpact';

const row = (name: string, alone: HealthState = 'Outage', jointlyWith: string[] = []) => {
  const effectiveState: HealthState = jointlyWith.length > 0 ? 'Outage' : alone;
  return { id: name, technicalName: name, name, depth: 1, expectedState: alone, effectiveState, alone, jointlyWith };
};
const head = {
  id: '1',
  technicalName: 'db',
  name: 'Database',
  criticalityTier: 'BusinessCritical' as const,
  state: 'Outage' as const,
  since: '2026-11-20T09:00:00.000Z',
  isUnderMaintenance: false,
  incident: null,
};
const cause: HealthImpactCause = {
  ...head,
  applicationId: '2',
  applications: [],
  capabilities: [],
  processes: [],
  audiences: [],
  contributesTo: { count: 3, places: [1, 2, 3], alone: [3, 3, 0] },
  counts: { components: 1, applications: 0, capabilities: 0, processes: 0, audiences: 0 },
  completeness: {
    beyondDepth: 0,
    stoppedByFilter: 0,
    stoppedByPropagates: 0,
    componentsOmitted: 0,
    notRecorded: [],
    notInService: { components: 0, applications: 0 },
    withheld: [],
  },
};

describe('a cause in a few lines', () => {
  test('counts everything affected, names the first four, and leaves out what stays healthy', () => {
    const processes = [row('calm', 'Healthy'), ...['a', 'b', 'c', 'd', 'e'].map((name) => row(name, 'Warning'))];
    const audiences = [
      { ...row('Shoppers'), audienceType: 'Customers' as const, people: 240_000 },
      { ...row('Staff'), audienceType: 'Employees' as const, people: null },
    ];
    expect(summariesOf({ causes: [{ ...cause, processes, audiences, capabilities: [row('Advertising', 'Healthy')] }] })).toEqual([
      {
        ...head,
        componentCount: 3,
        jointlyWith: [],
        applications: { count: 0, named: [] },
        capabilities: { count: 0, named: [] },
        processes: { count: 5, named: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }] },
        audiences: {
          count: 2,
          named: [
            { name: 'Shoppers', people: 240_000 },
            { name: 'Staff', people: null },
          ],
        },
      },
    ]);
  });

  test('counts what is affected only jointly with other causes, and names these causes', () => {
    const tier = {
      lifecycleState: 'Production' as const,
      criticalityTier: 'BusinessCritical' as const,
      ownerTeam: null,
      componentCount: 1,
      affectedComponentCount: 1,
      downComponentCount: 1,
    };
    const applications = [
      { ...row('Shop', 'Healthy', ['r3', 'r2']), ...tier },
      { ...row('Search', 'Warning'), ...tier },
    ];
    const [summary] = summariesOf({ causes: [{ ...cause, applications, processes: [row('Sales', 'Healthy', ['r2'])] }] });
    expect(summary).toMatchObject({
      applications: { count: 2, named: [{ name: 'Shop' }, { name: 'Search' }] },
      processes: { count: 1, named: [{ name: 'Sales' }] },
      jointlyWith: ['r2', 'r3'],
    });
  });

  test('says the expected loss an hour if the roll-up has it', () => {
    const revenueExposure = { currency: 'EUR', perYear: 17_520_000, perHour: 2_000, expectedPerHour: 1_000, byAudience: [] };
    const contributed = { perHour: 500, expectedPerHour: 250 };
    expect(summariesOf({ causes: [{ ...cause, revenueExposure, contributed }, cause] }).map(({ revenue }) => revenue)).toEqual([
      { currency: 'EUR', expectedPerHour: 1_000, perHour: 2_000, contributed },
      undefined,
    ]);
  });
});
