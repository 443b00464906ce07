import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { NO_CROSSING, OVER_AFTER_MS, advanceCrossing, type Crossing } from './crossing';

const MINUTE = 60_000;

/** What is told, at which minute, of a condition that holds in these minutes. */
function told(minutes: number, holds: readonly boolean[]): string[] {
  let crossing: Crossing = NO_CROSSING;
  return holds.flatMap((doesHold, minute) => {
    const step = advanceCrossing(crossing, doesHold, minutes, minute * MINUTE);
    crossing = step.crossing;
    return step.told === null ? [] : [`${step.told} at ${minute}`];
  });
}

const held = (text: string): boolean[] => [...text].map((letter) => letter === '#');

describe('a crossing', () => {
  it.each([
    [
      'is told at once where no time is asked for, and again when it has been over for a minute',
      0,
      '.##..',
      ['raised at 1', 'cleared at 4'],
    ],
    ['is told only after the time that was asked for', 3, '.####...', ['raised at 4', 'cleared at 6']],
    ['is not told if it ends before', 3, '.###.###.', []],
    ['goes on silently where the condition comes back within a minute', 0, '#.#.#..', ['raised at 0', 'cleared at 6']],
    ['is told anew after its end', 0, '#..#..', ['raised at 0', 'cleared at 2', 'raised at 3', 'cleared at 5']],
    ['is not told while nothing happens', 0, '....', []],
  ])('%s', (_name, minutes, text, expected) => {
    expect(told(minutes, held(text))).toEqual(expected);
  });

  it('says when time alone calls for the next look', () => {
    const waiting = advanceCrossing(NO_CROSSING, true, 5, 1_000);
    expect(waiting).toEqual({ crossing: { since: 1_000, raisedAt: null, overSince: null }, told: null, dueAt: 1_000 + 5 * MINUTE });
    const raised = advanceCrossing(waiting.crossing, true, 5, 1_000 + 5 * MINUTE);
    expect([raised.told, raised.dueAt]).toEqual(['raised', null]);
    const over = advanceCrossing(raised.crossing, false, 5, 10 * MINUTE);
    expect([over.told, over.dueAt]).toEqual([null, 10 * MINUTE + OVER_AFTER_MS]);
    expect(advanceCrossing(over.crossing, false, 5, 10 * MINUTE + OVER_AFTER_MS).told).toBe('cleared');
  });

  it('tells raised and cleared in turn, whatever happens, and its due moment changes nothing before it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), fc.integer({ min: 0, max: 10 }), (holds, minutes) => {
        const words = told(minutes, holds).map((line) => line.split(' ')[0]);
        expect(words).toEqual(words.map((_word, index) => (index % 2 === 0 ? 'raised' : 'cleared')));
        expect(words.length).toBeLessThanOrEqual(2 * holds.filter(Boolean).length);
      }),
      randomRuns(100),
    );
  });
});
