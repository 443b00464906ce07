import { afterEach, expect, it } from 'vitest';
import { AppError } from '@/domain/errors';
import { createLog } from '@/server/observability/log';
import { forgetProcessState, processState } from '@/server/processState';
import { logFailureOf } from './failedJob';

afterEach(() => forgetProcessState('log'));

it('says once a minute that the database cannot be reached, and always what else went wrong', () => {
  const lines: string[] = [];
  forgetProcessState('log');
  processState('log', () => createLog('info', (line) => lines.push(line)));
  const failed = logFailureOf('an example');
  for (let tenant = 0; tenant < 3; tenant++) failed(new AppError('unavailable', 'The database cannot be reached.'));
  for (let tenant = 0; tenant < 2; tenant++) failed(new Error('broken'));
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'job waits for the database',
    'job failed',
    'job failed',
  ]);
});
