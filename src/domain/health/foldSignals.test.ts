import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { randomRuns } from '@/test/randomRuns';
import { foldSignals, type QueuedSignal, type ReportedState } from './foldSignals';
import { HEALTH_STATES } from '@/domain/vocabulary';

const signal = (position: number, state: QueuedSignal['state'], observedAt: number, componentId = 'c'): QueuedSignal => ({
  signalId: `s${position}`,
  position: BigInt(position),
  componentId,
  state,
  observedAt,
  acceptedAt: 1_000 + position,
  source: null,
  message: null,
  alert: null,
});
const everything = (): boolean => true;

function applied(known: Map<string, ReportedState>, changed: readonly ReportedState[]): Map<string, ReportedState> {
  return new Map([...known, ...changed.map((report) => [report.componentId, report] as const)]);
}

describe('folding signals', () => {
  it('lets the last of 300 in a burst win', () => {
    const burst = Array.from({ length: 300 }, (_, index) => signal(index, index === 299 ? 'Degraded' : 'Outage', 500));
    const { changed, outcomes } = foldSignals(burst, new Map(), [], everything);
    expect(changed).toMatchObject([{ componentId: 'c', state: 'Degraded', since: 500, previousState: null }]);
    expect([...outcomes.values()].filter(({ kind }) => kind === 'Superseded')).toHaveLength(299);
    expect(outcomes.get('s299')?.kind).toBe('Applied');
  });

  it('keeps an observation that is older than the last one as history only', () => {
    const first = foldSignals([signal(1, 'Outage', 500)], new Map(), [], everything);
    const { changed, outcomes } = foldSignals([signal(2, 'Healthy', 499)], applied(new Map(), first.changed), [], everything);
    expect(changed).toEqual([]);
    expect(outcomes.get('s2')?.kind).toBe('Late');
  });

  it('lets the observation that was accepted later win among equally old ones', () => {
    const { changed } = foldSignals([signal(2, 'Healthy', 500), signal(1, 'Outage', 500)], new Map(), [], everything);
    expect(changed).toMatchObject([{ state: 'Healthy' }]);
  });

  it('keeps the time since which a state holds when it is reported again', () => {
    const first = foldSignals([signal(1, 'Outage', 500)], new Map(), [], everything);
    const again = foldSignals([signal(2, 'Outage', 600)], applied(new Map(), first.changed), [], everything);
    expect(again.changed).toMatchObject([{ state: 'Outage', since: 500, observedAt: 600, previousState: 'Outage' }]);
  });

  it('gives a signal for a component that no longer exists the outcome Gone', () => {
    const { changed, outcomes } = foldSignals([signal(1, 'Outage', 500)], new Map(), [], () => false);
    expect([changed, outcomes.get('s1')?.kind]).toEqual([[], 'Gone']);
  });

  it('gives the same states however the signals are split into batches', () => {
    const arbitrary = fc.array(
      fc.record({
        component: fc.constantFrom('a', 'b'),
        state: fc.constantFrom(...HEALTH_STATES),
        observedAt: fc.integer({ min: 0, max: 5 }),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(arbitrary, fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }), (given, sizes) => {
        const signals = given.map(({ component, state, observedAt }, index) => signal(index, state, observedAt, component));
        const whole = applied(new Map(), foldSignals(signals, new Map(), [], everything).changed);
        let known = new Map<string, ReportedState>();
        for (let start = 0, turn = 0; start < signals.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          known = applied(known, foldSignals(signals.slice(start, start + size), known, [], everything).changed);
          start += size;
        }
        const stateOf = (reports: Map<string, ReportedState>) =>
          [...reports].map(([id, { state, observedAt, acceptedAt }]) => [id, state, observedAt, acceptedAt]).sort();
        expect(stateOf(known)).toEqual(stateOf(whole));
      }),
      randomRuns(100),
    );
  });
});
