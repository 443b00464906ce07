import { describe, expect, it } from 'vitest';
import { DEPENDENCY_MODES, DEPENDENCY_TYPES } from '@/domain/vocabulary';
import { assertFitsIntoByte, EDGE_ATTRIBUTES, encodeAttribute, GROUPED_BELOW, GROUPED_FROM, withMode } from './edgeAttributes';

const ALL = DEPENDENCY_TYPES.flatMap((dependencyType) =>
  DEPENDENCY_MODES.flatMap((mode) =>
    [true, false].flatMap((required) =>
      (['alone', 'grouped', 'blocked'] as const).map((carriage) => ({ dependencyType, mode, required, carriage })),
    ),
  ),
);

describe('the attribute byte of an edge', () => {
  it('is another one for each combination of type, mode, requirement and way of taking part', () => {
    const bytes = ALL.map(({ dependencyType, mode, required, carriage }) => encodeAttribute(dependencyType, mode, required, carriage));
    expect(new Set(bytes).size).toBe(ALL.length);
    expect(Math.max(...bytes)).toBeLessThan(256);
  });

  it.each(ALL)('$dependencyType, $mode, required $required, $carriage reads back', ({ dependencyType, mode, required, carriage }) => {
    const byte = encodeAttribute(dependencyType, mode, required, carriage);
    expect(EDGE_ATTRIBUTES[byte]).toEqual({ dependencyType, mode, required, propagates: carriage !== 'blocked' });
    expect(byte >= GROUPED_FROM && byte < GROUPED_BELOW).toBe(carriage === 'grouped');
    for (const other of DEPENDENCY_MODES) expect(withMode(byte, other)).toBe(encodeAttribute(dependencyType, other, required, carriage));
  });

  it('has no room for a fifth mode, and says so before any edge is packed', () => {
    expect(() => assertFitsIntoByte(DEPENDENCY_TYPES.length, DEPENDENCY_MODES.length)).not.toThrow();
    expect(() => assertFitsIntoByte(DEPENDENCY_TYPES.length, DEPENDENCY_MODES.length + 1)).toThrow(
      '9 dependency types and 5 modes make 270 attributes of an edge, and its byte holds 256.',
    );
  });
});
