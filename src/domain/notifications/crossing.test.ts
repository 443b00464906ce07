import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '@/test/randomRuns';
import { NO_CROSSING, OVER_AFTER_MS, advanceCrossing, type Crossing } from './crossing';

const MINUTE = 60_000;

/** The messages, with their minutes, of a condition that holds in these minutes. */
function messages(minutes: number, holds: readonly boolean[]): string[] {
  let crossing: Crossing = NO_CROSSING;
  return holds.flatMap((doesHold, minute) => {
    const step = advanceCrossing(crossing, doesHold, minutes, minute * MINUTE);
    crossing = step.crossing;
    return step.message === null ? [] : [`${step.message} at ${minute}`];
  });
}

const held = (text: string): boolean[] => [...text].map((letter) => letter === '#');

describe('a crossing', () => {
  it.each([
    [
      'sends a message at once if there is no delay, and another when the condition has been over for a minute',
      0,
      '.##..',
      ['raised at 1', 'cleared at 4'],
    ],
    ['sends nothing before its delay is over', 3, '.####...', ['raised at 4', 'cleared at 6']],
    ['sends nothing if the condition ends earlier', 3, '.###.###.', []],
    ['continues silently if the condition comes back within a minute', 0, '#.#.#..', ['raised at 0', 'cleared at 6']],
    ['is raised again after its end', 0, '#..#..', ['raised at 0', 'cleared at 2', 'raised at 3', 'cleared at 5']],
    ['sends nothing while nothing happens', 0, '....', []],
  ])('%s', (_name, minutes, text, expected) => {
    expect(messages(minutes, held(text))).toEqual(expected);
  });

  it('says when it must be checked again, even if nothing happens', () => {
    const waiting = advanceCrossing(NO_CROSSING, true, 5, 1_000);
    expect(waiting).toEqual({ crossing: { since: 1_000, raisedAt: null, overSince: null }, message: null, dueAt: 1_000 + 5 * MINUTE });
    const raised = advanceCrossing(waiting.crossing, true, 5, 1_000 + 5 * MINUTE);
    expect([raised.message, raised.dueAt]).toEqual(['raised', null]);
    const over = advanceCrossing(raised.crossing, false, 5, 10 * MINUTE);
    expect([over.message, over.dueAt]).toEqual([null, 10 * MINUTE + OVER_AFTER_MS]);
    expect(advanceCrossing(over.crossing, false, 5, 10 * MINUTE + OVER_AFTER_MS).message).toBe('cleared');
  });

  it('is raised and cleared in turn, whatever happens', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), fc.integer({ min: 0, max: 10 }), (holds, minutes) => {
        const words = messages(minutes, holds).map((line) => line.split(' ')[0]);
        expect(words).toEqual(words.map((_word, index) => (index % 2 === 0 ? 'raised' : 'cleared')));
        expect(words.length).toBeLessThanOrEqual(2 * holds.filter(Boolean).length);
      }),
      randomRuns(100),
    );
  });
});
