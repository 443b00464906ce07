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
    [20, 20, 'Hard', true],
    [0, 20, 'Soft', true],
    [6, 12, 'Degraded', true],
    [4, 4, 'Hard', false],
    [0, 4, 'Hard', false],
    [5, 5, 'Hard', true],
    [0, 5, 'Soft', true],
  ] as const)('with %i of %i failures that reached the caller is %s', (reached, alone, mode, isMeasured) => {
    expect(modeOf(evidence(reached, alone), 'Calls', 'WebAPI')).toMatchObject({ mode, isMeasured });
  });

  it('is assumed by what it is for, and says so with what a retry saved', () => {
    expect(modeOf(evidence(0, 0), 'Reads', 'Cache')).toMatchObject({ mode: 'Soft', isMeasured: false });
    expect(modeOf(evidence(9, 9), 'Publishes', 'Queue')).toMatchObject({ mode: 'Async', isMeasured: false });
    expect(modeOf(evidence(0, 0, 10), 'Calls', 'WebAPI').why).toBe('assumed: no failure of it alone was seen; 10 were saved by a retry');
    expect(modeOf(evidence(3, 3), 'Calls', 'WebAPI').why).toBe('assumed: 3 of 3 failures reached the caller, fewer than 5 failures');
  });
});
