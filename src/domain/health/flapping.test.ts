import { describe, expect, it } from 'vitest';
import { FLAPPING_QUIET_MS, NO_CHANGES, flappingEndsAt, recordChanges } from './flapping';

const MINUTE = 60_000;
const each = (minutes: number, count: number): number[] => Array.from({ length: count }, (_, i) => i * minutes * MINUTE);

describe('a component is flapping', () => {
  it.each([
    ['after five changes within ten minutes', each(1, 5), false],
    ['after six changes within ten minutes', each(1, 6), true],
    ['after six changes in exactly ten minutes', each(2, 6), true],
    ['after six changes in a little more than ten minutes', [...each(2, 5), 10 * MINUTE + 1], false],
    ['after many changes, the last six of them close together', [...each(30, 4), ...each(1, 6).map((at) => at + 200 * MINUTE)], true],
    ['without any change', [], false],
  ])('%s: %s', (_name, changes, isFlapping) => {
    expect(recordChanges(NO_CHANGES, changes).isFlapping).toBe(isFlapping);
  });

  it('until it has kept its state for five minutes, even if its changes get slower before', () => {
    const flapping = recordChanges(NO_CHANGES, each(1, 6));
    expect(flappingEndsAt(flapping)).toBe(5 * MINUTE + FLAPPING_QUIET_MS);
    const slower = recordChanges(flapping, [9 * MINUTE, 13 * MINUTE, 17 * MINUTE]);
    expect(slower.isFlapping).toBe(true);
    expect(flappingEndsAt(slower)).toBe(17 * MINUTE + FLAPPING_QUIET_MS);
    expect(recordChanges(slower, [22 * MINUTE]).isFlapping).toBe(false);
  });

  it('in the same way however its changes are split into batches', () => {
    const changes = [...each(1, 7), 10 * MINUTE, 20 * MINUTE];
    const oneByOne = changes.reduce((record, at) => recordChanges(record, [at]), NO_CHANGES);
    expect(oneByOne).toEqual(recordChanges(NO_CHANGES, changes));
  });
});

it('a component that is not flapping ends nothing', () => {
  expect(flappingEndsAt(recordChanges(NO_CHANGES, each(1, 2)))).toBeNull();
});
