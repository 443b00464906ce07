/** Every line about a request carries its ids, and nothing that a caller sends can fake a line. */
import { afterEach, expect, it } from 'vitest';
import { forgetProcessState, processState } from '@/server/processState';
import { createLog, requestLog } from './log';

afterEach(() => forgetProcessState('log'));

it.each([
  [
    { requestId: 'r-1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
    { requestId: 'r-1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
  ],
  [{ requestId: 'r-2', traceId: null }, { requestId: 'r-2' }],
  [{ requestId: 'r-3' }, { requestId: 'r-3' }],
])('%j', (ids, told) => {
  const lines: string[] = [];
  forgetProcessState('log');
  processState('log', () => createLog('info', (line) => lines.push(line)));
  requestLog(ids).error({ path: '/x\n{"level":"fatal"}' }, 'failed');
  expect(lines.join('').match(/\n/g)).toHaveLength(1);
  const { requestId, traceId, msg } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect({ requestId, ...(traceId === undefined ? {} : { traceId }), msg }).toEqual({ ...told, msg: 'failed' });
});

it.each([
  ['every secret field by name, at three depths', {}, { key: 'a', at: { token: 'b', in: { password: 'c', port: 1 } } }],
  ['keys and passwords in any text, also where the fields are fixed', { isFixed: true }, { route: `/x/flt_${'a'.repeat(36)}` }],
])('hides %s', (_name, options, facts) => {
  const lines: string[] = [];
  createLog('info', (line) => lines.push(line), options).info(facts, 'postgres://app:secret-word@db/x');
  expect(lines.join('')).not.toMatch(/"(a|b|c)"|a{36}|secret-word/);
  expect(lines.join('')).toContain('redacted');
});
