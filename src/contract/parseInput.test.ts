import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { ENTITY_REGISTRY } from './entityKinds';
import { parseInput } from './parseInput';

it.each(ENTITY_KINDS)('a name with a length that cannot be compared is refused for %s, and does not throw', (kind) => {
  const name = { length: { toString: 1 } };
  expect(parseInput(ENTITY_REGISTRY[kind].create, { name, technicalName: 'x' }).success).toBe(false);
});

it('valid input is parsed, invalid input is reported, and errors thrown by a schema itself are not hidden', () => {
  expect(parseInput(z.string().min(1).toLowerCase(), 'A').data).toBe('a');
  expect(parseInput(z.strictObject({ a: z.string() }), { a: 1 }).error?.issues[0]?.path).toEqual(['a']);
  const broken = z.unknown().refine(() => {
    throw new Error('a defect');
  });
  expect(() => parseInput(broken, 1)).toThrow('a defect');
});
