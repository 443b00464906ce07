import { describe, expect, test } from 'vitest';
import type { HealthState } from '@/domain/vocabulary';
import { summariesOf } from './causeSummary';
import type { HealthImpactCause } from './healthImpact';

const row = (name: string, expectedState: HealthState = 'Outage') => ({ id: name, technicalName: name, name, depth: 1, expectedState });
const head = {
  id: '1',
  technicalName: 'db',
  name: 'Database',
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
  counts: { components: 1, applications: 0, capabilities: 0, processes: 0, audiences: 0 },
  completeness: { beyondDepth: 0, stoppedByFilter: 0, stoppedByPropagates: 0, componentsOmitted: 0, withheld: [] },
};

describe('a cause in a few lines', () => {
  test('counts all that suffers, names the first four, and leaves out what stays healthy', () => {
    const processes = [row('calm', 'Healthy'), ...['a', 'b', 'c', 'd', 'e'].map((name) => row(name, 'Warning'))];
    const audiences = [
      { ...row('Shoppers'), audienceType: 'Customers' as const, people: 240_000 },
      { ...row('Staff'), audienceType: 'Employees' as const, people: null },
    ];
    expect(summariesOf({ causes: [{ ...cause, processes, audiences, capabilities: [row('Advertising', 'Healthy')] }] })).toEqual([
      {
        ...head,
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

  test('says what is expected to be lost an hour where the roll-up says it', () => {
    const revenueExposure = { currency: 'EUR', perYear: 17_520_000, perHour: 2_000, expectedPerHour: 1_000, byAudience: [] };
    expect(summariesOf({ causes: [{ ...cause, revenueExposure }, cause] }).map(({ revenue }) => revenue)).toEqual([
      { currency: 'EUR', expectedPerHour: 1_000 },
      undefined,
    ]);
  });
});
