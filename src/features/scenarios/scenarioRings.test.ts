import { expect, it } from 'vitest';
import type { ScenarioPicture } from '@/contract/scenarios';
import { scenarioRings } from './scenarioRings';

const named = (id: string) => ({ id, technicalName: id, name: id });
const reached = (id: string, from: string | null, isExcess = false) => ({
  ...named(id),
  applicationId: 'till',
  depth: from === null ? 0 : 1,
  expectedState: 'Outage',
  via: from === null ? null : { dependencyId: `${from} ${id}`, componentId: from },
  isExcess,
});

/** A zone with `db` in it and the component `broker` fail; `checkout` needs either of two stores. */
const PICTURE = {
  answer: {
    failures: [
      { ...named('zone'), entityType: 'hosting-zone', state: 'Outage' },
      { ...named('broker'), entityType: 'component', state: 'Degraded' },
    ],
    origin: [
      { ...named('db'), applicationId: 'stock', expectedState: 'Outage' },
      { ...named('broker'), applicationId: 'bus', expectedState: 'Degraded' },
    ],
    components: [reached('orders', 'db'), reached('mail', 'broker'), reached('checkout', 'orders', true), reached('ill', null)],
    applications: [named('till')],
    gaveWay: [{ source: named('checkout'), redundancyGroup: 'stores', redundancyMinimum: 1, targets: 2, working: 0, lost: [named('db')] }],
    completeness: { componentsOmitted: 3 },
  },
  lanes: {
    causes: [
      { id: 'zone', rows: [{ id: 'db' }] },
      { id: 'broker', rows: [] },
    ],
  },
} as unknown as ScenarioPicture;

it('every failure is in the middle, and lines to what it reaches first start there', () => {
  const rings = scenarioRings(PICTURE);
  expect(rings.middle.map(({ id, state }) => [id, state])).toEqual([
    ['zone', 'Outage'],
    ['broker', 'Degraded'],
  ]);
  expect(rings.components.map(({ id, fromId, depth, isOnlyTogether }) => [id, fromId, depth, isOnlyTogether])).toEqual([
    ['orders', 'zone', 1, false],
    ['mail', 'broker', 1, false],
    ['checkout', 'orders', 1, true],
    // The component itself reports that it is unhealthy, so nothing leads to it.
    ['ill', null, 1, false],
  ]);
  expect(rings.omitted).toBe(3);
});

it('a failed redundancy group is named beside what depends on it', () => {
  expect(scenarioRings(PICTURE).groups).toEqual([
    {
      id: 'group checkout stores',
      componentId: 'checkout',
      label: '“stores”: 0 of 2',
      sentence: 'checkout lost its redundancy: 0 of 2 in “stores” work and 1 is needed.',
    },
  ]);
});
