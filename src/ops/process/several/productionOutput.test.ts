import { expect, it } from 'vitest';
import { createLog } from '@/server/observability/log';
import { adoptConsole, isForPrograms, logLevel } from './productionOutput';

it.each<[string, Record<string, string>, boolean, boolean]>([
  ['with a database of its operator', { DATABASE_URL: 'postgresql://db' }, false, true],
  ['with the demo in that database', { DATABASE_URL: 'postgresql://db', DEMO: '1' }, false, false],
  ['with its own database', {}, false, false],
  ['in development', { DATABASE_URL: 'postgresql://db' }, true, false],
])('prints JSON alone, or not, %s', (_, env, isDevelopment, isJson) => {
  expect(isForPrograms(env, isDevelopment)).toBe(isJson);
  // Beside a person, a line for each answer would push the sign-in out of sight.
  expect(logLevel(env, isDevelopment)).toBe(isJson ? 'info' : 'warn');
  expect(logLevel({ ...env, LOG_LEVEL: '' }, isDevelopment)).toBe(isJson ? 'info' : 'warn');
  expect(logLevel({ ...env, LOG_LEVEL: 'debug' }, isDevelopment)).toBe('debug');
});

it('writes what a library says as one line of JSON, without keys', () => {
  const lines: string[] = [];
  const console = { ...globalThis.console };
  adoptConsole(
    createLog('info', (line) => lines.push(line)),
    console,
  );
  console.error(new Error('broken\nflt_0123456789abcdefghijABCDEFGHIJ012345'));
  console.warn('%s is old', 'url.parse()');
  console.debug('too much');
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 'error', from: 'console', msg: expect.stringMatching(/^Error: broken\nflt_\[redacted]/) as string }),
    expect.objectContaining({ level: 'warn', from: 'console', msg: 'url.parse() is old' }),
  ]);
  expect(lines.join('').match(/\n/g)).toHaveLength(2);
});
