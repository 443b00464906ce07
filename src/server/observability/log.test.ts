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
