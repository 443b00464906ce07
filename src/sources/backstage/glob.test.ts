import { expect, it } from 'vitest';
import { matchesGlob } from './glob';

it.each([
  ['a.yaml', 'a.yaml', true],
  ['a.yaml', 'b.yaml', false],
  ['*.yaml', 'a.yaml', true],
  ['*.yaml', 'a.yml', false],
  ['*.yaml', 'd/a.yaml', false],
  ['d/*/c.yaml', 'd/x/c.yaml', true],
  ['d/*/c.yaml', 'd/c.yaml', false],
  ['d/*/c.yaml', 'd/x/y/c.yaml', false],
  ['**/c.yaml', 'c.yaml', true],
  ['d/**/c.yaml', 'd/c.yaml', true],
  ['d/**/c.yaml', 'd/x/y/c.yaml', true],
  ['d/**/c.yaml', 'e/c.yaml', false],
  ['d/**', 'd/x/c.yaml', true],
  ['**/x/**/c.yaml', 'a/x/b/x/c.yaml', true],
  ['a?c.yaml', 'abc.yaml', true],
  ['a?c.yaml', 'ac.yaml', false],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXcYb', false],
  ['a.c', 'abc', false],
  ['[ab](c)+', '[ab](c)+', true],
  ['', '', true],
  ['', 'a', false],
])('%s on %s: %s', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected);
});

it('takes bounded time for patterns that would make a backtracking matcher hang', () => {
  expect(matchesGlob(`${'a*'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
  expect(matchesGlob(`${'**/a/'.repeat(100)}b`, `${'a/'.repeat(1_000)}c`)).toBe(false);
});
