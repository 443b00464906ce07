import { expect, it } from 'vitest';
import { localPath } from './localPath';

it.each([
  ['/t/1/landscape?view=table', '/t/1/landscape?view=table'],
  ['/a#b', '/a#b'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/..//evil.example/a', '/'],
  ['/a/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['/.///evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['landscape', '/'],
  ['', '/'],
])('after signing in, %j leads to %j', (wanted, expected) => {
  expect(localPath(wanted)).toBe(expected);
});

it('a repeated parameter leads home', () => {
  expect(localPath(['/a', '/b'])).toBe('/');
  expect(localPath(undefined)).toBe('/');
});
