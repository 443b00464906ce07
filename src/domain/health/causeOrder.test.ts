import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRITICALITY_TIERS, FAILURE_STATES } from '@/domain/vocabulary';
import { randomRuns } from '@/test/randomRuns';
import { byCriticality, byExposure, firstCauses } from './causeOrder';

type Ranked = Parameters<typeof byExposure>[0];

const cause = (technicalName: string, more: Partial<Ranked> = {}): Ranked => ({
  technicalName,
  isUnderMaintenance: false,
  criticalityTier: 'BusinessOperational',
  state: 'Outage',
  ...more,
});
const alone = (expectedPerHour: number) => ({ revenueExposure: { expectedPerHour } });
const jointly = (expectedPerHour: number) => ({ contributed: { expectedPerHour } });
const sorted = (order: typeof byExposure, causes: readonly Ranked[]): string[] =>
  [...causes].sort(order).map(({ technicalName }) => technicalName);

describe('for those who may see revenue', () => {
  it.each<[string, Ranked[]]>([
    [
      'the more expensive cause comes before the more critical one',
      [cause('dear', alone(10)), cause('critical', { criticalityTier: 'MissionCritical', ...alone(9) })],
    ],
    [
      'joint effects of a cause count as much as what it does alone',
      [cause('joint', { ...alone(0), ...jointly(11) }), cause('lone', alone(10))],
    ],
    [
      'effects that a worse cause hides count too',
      [cause('hidden', { ...alone(11), ...jointly(0) }), cause('seen', { ...alone(10), ...jointly(10) })],
    ],
    [
      'at the same cost the more critical cause comes first',
      [cause('z', { criticalityTier: 'MissionCritical', ...alone(5) }), cause('a', alone(5))],
    ],
    [
      'a cause under maintenance comes last, whatever it costs',
      [cause('cheap'), cause('maintained', { isUnderMaintenance: true, ...alone(99) })],
    ],
  ])('%s', (_, causes) => {
    const wanted = causes.map(({ technicalName }) => technicalName);
    expect(sorted(byExposure, causes)).toEqual(wanted);
    expect(sorted(byExposure, [...causes].reverse())).toEqual(wanted);
  });
});

describe('for those who may not see revenue', () => {
  it.each<[string, Ranked[]]>([
    ['cost does not matter', [cause('a', alone(1)), cause('b', alone(99))]],
    [
      'the more critical tier comes before the worse state',
      [cause('z', { criticalityTier: 'MissionCritical', state: 'Degraded' }), cause('a')],
    ],
    ['in the same tier the worse state comes first', [cause('z'), cause('a', { state: 'Degraded' })]],
    ['at the same state the name decides', [cause('a'), cause('b')]],
    [
      'a cause under maintenance comes last, however critical',
      [cause('b'), cause('a', { isUnderMaintenance: true, criticalityTier: 'MissionCritical' })],
    ],
  ])('%s', (_, causes) => {
    const wanted = causes.map(({ technicalName }) => technicalName);
    expect(sorted(byCriticality, causes)).toEqual(wanted);
    expect(sorted(byCriticality, [...causes].reverse())).toEqual(wanted);
  });
});

it('the order does not depend on the order of the input, and a shortened list is the beginning of the whole', () => {
  const some = fc.uniqueArray(
    fc.record({
      technicalName: fc.constantFrom(...'abcdefgh'),
      isUnderMaintenance: fc.boolean(),
      criticalityTier: fc.constantFrom(...CRITICALITY_TIERS),
      state: fc.constantFrom(...FAILURE_STATES),
      revenueExposure: fc.record({ expectedPerHour: fc.integer({ min: 0, max: 2 }) }),
      contributed: fc.record({ expectedPerHour: fc.integer({ min: 0, max: 2 }) }),
    }),
    { selector: ({ technicalName }) => technicalName, maxLength: 8 },
  );
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 4 }), fc.func(fc.integer()), (causes, limit, mix) => {
      const mixed = [...causes].sort((a, b) => mix(a.technicalName) - mix(b.technicalName));
      for (const order of [byExposure, byCriticality]) {
        const wanted = sorted(order, causes);
        expect(sorted(order, mixed)).toEqual(wanted);
        expect(sorted(order, firstCauses(mixed, limit)).slice(0, limit)).toEqual(wanted.slice(0, limit));
      }
    }),
    randomRuns(300),
  );
});
