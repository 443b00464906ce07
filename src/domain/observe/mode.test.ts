import { describe, expect, it } from 'vitest';
import { modeOf, wilson } from './mode';

const evidence = (reached: number, alone: number, retried = 0) => ({ alone, reached, retried });

describe('the mode of a dependency', () => {
  // By the formula of Wilson, calculated elsewhere.
  it.each([
    [6, 12, 0.2538, 0.7462],
    [20, 20, 0.8389, 1],
    [0, 20, 0, 0.1611],
    [1, 5, 0.0362, 0.6245],
  ])('%i of %i is between %f and %f', (reached, alone, low, high) => {
    expect(wilson(reached, alone).low).toBeCloseTo(low, 4);
    expect(wilson(reached, alone).high).toBeCloseTo(high, 4);
  });

  it.each([
    [20, 20, 'Hard', 'measured'],
    [0, 20, 'Soft', 'measured'],
    [6, 12, 'Degraded', 'measured'],
    [4, 4, 'Hard', 'assumed'],
    [0, 4, 'Hard', 'assumed'],
    [5, 5, 'Hard', 'measured'],
    [0, 5, 'Soft', 'measured'],
  ] as const)('with %i of %i failures that reached the caller is %s, %s', (reached, alone, mode, basis) => {
    expect(modeOf(evidence(reached, alone), 'Calls', 'WebAPI')).toMatchObject({ mode, basis });
  });

  it('is assumed by what it is for, and says so with what a retry saved', () => {
    expect(modeOf(evidence(0, 0), 'Reads', 'Cache')).toMatchObject({ mode: 'Soft', basis: 'assumed' });
    expect(modeOf(evidence(9, 9), 'Publishes', 'Queue')).toMatchObject({ mode: 'Async', basis: 'assumed' });
    expect(modeOf(evidence(0, 0, 10), 'Calls', 'WebAPI').why).toBe('assumed: no failure of it alone was seen; 10 were saved by a retry');
    expect(modeOf(evidence(0, 1, 1), 'Calls', 'WebAPI').why).toBe(
      'assumed: 0 of 1 failure reached the caller, fewer than 5 failures; 1 was saved by a retry',
    );
    expect(modeOf(evidence(0, 0), 'Calls', 'WebAPI', 'series')).toMatchObject({
      basis: 'assumed',
      why: 'assumed, because metrics do not say whether the caller failed too',
    });
    expect(modeOf(evidence(3, 3), 'Calls', 'WebAPI').why).toBe('assumed: 3 of 3 failures reached the caller, fewer than 5 failures');
  });
});
