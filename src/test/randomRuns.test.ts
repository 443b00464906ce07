/** One seed for all property tests, and as many cases as requested. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { randomRuns } from './randomRuns';

/** The cases that a property is tried on. */
function tried(environment: Record<string, string>, stated = 5): number[] {
  const cases: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (number) => void cases.push(number)),
    randomRuns(stated, 1, environment),
  );
  return cases;
}

describe('a property test', () => {
  it('tries the same few cases each time unless told otherwise', () => {
    expect(tried({})).toHaveLength(5);
    expect(tried({})).toEqual(tried({}));
  });

  it('tries a fraction of many cases, unless told how many', () => {
    expect(tried({}, 200)).toHaveLength(40);
    expect(tried({}, 30)).toHaveLength(10);
    expect(tried({ FAULTLINE_RUNS: '2' }, 200)).toHaveLength(400);
  });

  it('tries different cases with another seed, and the same ones again with that seed', () => {
    expect(tried({ FAULTLINE_SEED: '7' })).not.toEqual(tried({}));
    expect(tried({ FAULTLINE_SEED: '7' })).toEqual(tried({ FAULTLINE_SEED: '7' }));
  });

  it('tries more cases by a given factor', () => {
    expect(tried({ FAULTLINE_RUNS: '4' })).toHaveLength(20);
  });

  it('names the seed of a failure, so that it can be repeated', () => {
    const failing = (): void =>
      fc.assert(
        fc.property(fc.nat(), (number) => number < 0),
        randomRuns(5, 1, { FAULTLINE_SEED: '4711' }),
      );
    expect(failing).toThrow('seed: 4711');
  });

  test.each(['0', '-1', 'many', '1.5', '99999999999'])('does not accept %s', (text) => {
    expect(() => randomRuns(1, 1, { FAULTLINE_SEED: text })).toThrow('FAULTLINE_SEED');
    expect(() => randomRuns(1, 1, { FAULTLINE_RUNS: text })).toThrow('FAULTLINE_RUNS');
  });
});
