import { describe, expect, test } from 'vitest';
import { reachLines } from './causeReach';

const none = { count: 0, named: [] };
const nothing: Parameters<typeof reachLines>[0] = { applications: none, capabilities: none, processes: none, audiences: none };

describe('what a cause takes down', () => {
  test('names what suffers, and of an audience how many people it is', () => {
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

  test('counts what it does not name', () => {
    expect(reachLines({ ...nothing, processes: { count: 6, named: ['a', 'b', 'c', 'd'].map((name) => ({ name })) } })).toEqual([
      { name: 'Processes', value: 'a, b, c, d and 2 more' },
    ]);
  });

  test('says the revenue expected to be lost, where it may be seen and there is any', () => {
    expect(reachLines({ ...nothing, revenue: { currency: 'EUR', expectedPerHour: 1_000 } })).toEqual([
      { name: 'Revenue', value: '€1,000 per hour' },
    ]);
    expect(reachLines({ ...nothing, revenue: { currency: 'EUR', expectedPerHour: 0 } })).toEqual([]);
    expect(reachLines(nothing)).toEqual([]);
  });
});
