import { describe, expect, test } from 'vitest';
import { reachLines } from './causeReach';

const none = { count: 0, named: [] };
const nothing: Parameters<typeof reachLines>[0] = {
  componentCount: 0,
  jointlyWith: [],
  applications: none,
  capabilities: none,
  processes: none,
  audiences: none,
};

describe('what a cause takes down', () => {
  test('names what is affected, and the number of people in an audience', () => {
    const audiences = {
      count: 2,
      named: [
        { name: 'Shoppers', people: 240_000 },
        { name: 'Staff', people: null },
      ],
    };
    expect(reachLines({ ...nothing, capabilities: { count: 1, named: [{ name: 'Ordering' }] }, audiences })).toEqual([
      { name: 'Capabilities', value: 'Ordering' },
      { name: 'Audiences', value: 'Shoppers (240,000 people) and Staff' },
    ]);
  });

  test('counts the components that it affects, also where these harm no application', () => {
    expect(reachLines({ ...nothing, componentCount: 2 })).toEqual([{ name: 'Components', value: '2 others' }]);
  });

  test('counts what is left out of the names', () => {
    expect(reachLines({ ...nothing, processes: { count: 6, named: ['a', 'b', 'c', 'd'].map((name) => ({ name })) } })).toEqual([
      { name: 'Processes', value: 'a, b, c, d and 2 more' },
    ]);
  });

  test('shows the expected loss and the revenue at risk, if there is any and the reader may see it', () => {
    const told = (expectedPerHour: number, perHour: number, contributed = { expectedPerHour, perHour }) =>
      reachLines({ ...nothing, revenue: { currency: 'EUR', expectedPerHour, perHour, contributed } });
    expect(told(1_000, 1_000)).toEqual([{ name: 'Expected cost', value: '€1,000 per hour' }]);
    expect(told(1_000, 2_000)).toEqual([{ name: 'Expected cost', value: '€1,000 per hour (€2,000 at risk)' }]);
    expect(told(0, 0)).toEqual([]);
    expect(reachLines(nothing)).toEqual([]);
  });

  test('says what causes that do harm only jointly cost together, and names them', () => {
    const revenue = { currency: 'EUR', expectedPerHour: 0, perHour: 0, contributed: { expectedPerHour: 1_000, perHour: 1_000 } };
    expect(reachLines({ ...nothing, revenue, jointlyWith: ['r2', 'r3', 'r4', 'r5', 'r6'] })).toEqual([
      { name: 'Expected cost', value: '€1,000 per hour' },
      { name: 'Jointly with', value: 'r2, r3, r4, r5 and 1 more' },
    ]);
  });
});
