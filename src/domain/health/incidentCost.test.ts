import { describe, expect, test } from 'vitest';
import { advanceCosts, costAt, toldCostAt, type CostedIncident, type CostPart, type IncidentCosts } from './incidentCost';

const HOUR = 3_600_000;
const KNOWN = { amount: 10, until: HOUR, perHour: 60, isRecorded: true };
const going: CostedIncident = { id: 'a', isNew: false, isOver: false, endedAt: null };
const costs = (perHour: number, isRecorded = true): CostPart => ({ perHour, isRecorded });

describe('what an incident has cost', () => {
  test.each([
    ['grows by what it costs per hour', HOUR * 1.5, null, 40],
    ['grows no more once it has ended', HOUR * 5, HOUR * 2, 70],
    ['never shrinks, though it had ended before its last part was worked out', HOUR * 5, HOUR / 2, 10],
    ['is no less for a reader whose clock is behind', 0, null, 10],
  ])('%s', (_what, instant, endedAt, amount) => {
    expect(costAt(KNOWN, instant, endedAt)).toBe(amount);
  });

  test.each([
    ['is unknown where it was not told', {}, null],
    ['is unknown where the server does not know it', { costSoFar: null }, null],
    ['grows while it is read', { costSoFar: { amount: 10, until: '1970-01-01T01:00:00.000Z' }, exposure: { expectedPerHour: 60 } }, 40],
  ])('%s', (_what, told, amount) => {
    expect(toldCostAt({ endedAt: null, ...told }, HOUR * 1.5)).toBe(amount);
  });
});

const CASES: readonly [what: string, former: IncidentCosts, now: CostedIncident[], parts: [string, CostPart][], after: object][] = [
  [
    'a new incident begins with nothing',
    {},
    [{ ...going, isNew: true }],
    [['a', costs(60)]],
    { costs: { a: { amount: 0, until: 2 * HOUR, perHour: 60, isRecorded: true } }, final: [] },
  ],
  ['one that was open before this was recorded stays unknown', {}, [going], [['a', costs(60)]], { costs: {}, final: [] }],
  ['one that costs as much as before is left as it is', { a: KNOWN }, [going], [['a', costs(60)]], { costs: { a: KNOWN }, final: [] }],
  [
    'one that costs something else keeps what it has cost',
    { a: KNOWN },
    [going],
    [['a', costs(5)]],
    { costs: { a: { amount: 70, until: 2 * HOUR, perHour: 5, isRecorded: true } }, final: [] },
  ],
  [
    'one whose cause has recovered costs nothing, and is still known',
    { a: KNOWN },
    [{ ...going, endedAt: 2 * HOUR }],
    [],
    { costs: { a: { amount: 70, until: 2 * HOUR, perHour: 0, isRecorded: true } }, final: [] },
  ],
  [
    'one that is over leaves what it cost',
    { a: KNOWN },
    [{ ...going, isOver: true, endedAt: 1.5 * HOUR }],
    [],
    { costs: {}, final: [{ id: 'a', amount: 40 }] },
  ],
  [
    'one that a person resolved once it had recovered leaves it too',
    { a: { ...KNOWN, perHour: 0 } },
    [],
    [],
    { costs: {}, final: [{ id: 'a', amount: 10 }] },
  ],
  [
    'one that affected nothing with a recorded revenue leaves nothing',
    { a: { ...KNOWN, amount: 0, perHour: 0, isRecorded: false } },
    [{ ...going, isOver: true, endedAt: 2 * HOUR }],
    [],
    { costs: {}, final: [] },
  ],
  [
    'one is known from when it affects something with a recorded revenue',
    { a: { amount: 0, until: 0, perHour: 0, isRecorded: false } },
    [going],
    [['a', costs(60)]],
    { costs: { a: { amount: 0, until: 2 * HOUR, perHour: 60, isRecorded: true } }, final: [] },
  ],
];

test.each(CASES)('in a turn, %s', (_what, former, incidents, parts, after) => {
  expect(advanceCosts(former, incidents, new Map(parts), 2 * HOUR)).toEqual(after);
});
