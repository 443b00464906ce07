import { describe, expect, test } from 'vitest';
import { reachLines } from './causeReach';

type Reach = Parameters<typeof reachLines>[0];
const row = (name: string, expectedState: 'Outage' | 'Healthy' = 'Outage') => ({ id: name, technicalName: name, name, depth: 1, expectedState });
const nothing: Reach = { applications: [], capabilities: [], processes: [], audiences: [] };

describe('what a cause takes down', () => {
  test('names what suffers and leaves out what stays healthy', () => {
    const audiences = [{ ...row('Shoppers'), audienceType: 'Customers' as const, people: 240_000 }, { ...row('Staff'), audienceType: 'Employees' as const, people: null }];
    expect(reachLines({ ...nothing, capabilities: [row('Ordering'), row('Advertising', 'Healthy')], audiences })).toEqual([
      { name: 'Capabilities', value: 'Ordering' },
      { name: 'Audiences', value: 'Shoppers (240,000 people) and Staff' },
    ]);
  });

  test('counts what it does not name', () => {
    expect(reachLines({ ...nothing, processes: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => row(name)) })).toEqual([{ name: 'Processes', value: 'a, b, c, d and 2 more' }]);
  });

  test('says the revenue expected to be lost, where it may be seen and there is any', () => {
    const revenueExposure = { currency: 'EUR', perYear: 17_520_000, perHour: 2_000, expectedPerHour: 1_000, byAudience: [] };
    expect(reachLines({ ...nothing, revenueExposure })).toEqual([{ name: 'Revenue', value: '€1,000 per hour' }]);
    expect(reachLines({ ...nothing, revenueExposure: { ...revenueExposure, expectedPerHour: 0 } })).toEqual([]);
    expect(reachLines(nothing)).toEqual([]);
  });
});
