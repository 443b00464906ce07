import { expect, it } from 'vitest';
import { bareCountOf, countOf } from './counts';

it.each([
  [countOf(1, 'component'), '1 component'],
  [countOf(0, 'component'), '0 components'],
  [countOf(1_000, 'capability', 'capabilities'), '1,000 capabilities'],
  [bareCountOf(1, 'capability', 'capabilities'), '1 capability'],
  [bareCountOf(1_000, 'hop'), '1000 hops'],
])('writes %s', (text, expected) => {
  expect(text).toBe(expected);
});
