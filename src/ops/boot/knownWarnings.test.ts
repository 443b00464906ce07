/** What is not said at the start, and that nothing else goes with it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deprecate } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silenceKnownWarnings } from './knownWarnings.mjs';

const emit = process.emitWarning;
const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  process.emitWarning = ((warning: string | Error) => void said.push(String(warning))) as typeof process.emitWarning;
  silenceKnownWarnings();
});
afterEach(() => {
  process.emitWarning = emit;
  vi.restoreAllMocks();
});

it('says nothing of the queue of pg, in the very words of the driver in use', () => {
  const source = readFileSync(createRequire(import.meta.url).resolve('pg/lib/client.js'), 'utf8');
  const words = /'(Calling client\.query\(\) [^']+)'/.exec(source)?.[1] ?? '';
  expect(words).toContain('already executing');
  deprecate(() => undefined, words)();
  expect(said).toEqual([]);
});

it('says every other warning', () => {
  deprecate(() => undefined, 'Something else is deprecated')();
  process.emitWarning(new Error('as an error'));
  expect(said).toEqual(['Something else is deprecated', 'Error: as an error']);
});
