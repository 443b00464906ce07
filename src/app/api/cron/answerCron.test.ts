import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/domain/errors';
import { readEnv, type Env } from '@/server/env';
import { answerCron } from './answerCron';

const SECRET = 'a-secret-of-the-cron-service';
const registry = (globalThis as unknown as { faultlineState: Map<string, Env> }).faultlineState;

function callWith(
  authorization: string | null,
  configured: string | undefined,
  outcome: () => Promise<object> = () => Promise.resolve({ done: 3 }),
) {
  registry.set('env', readEnv({ NODE_ENV: 'test', CRON_SECRET: configured }));
  const work = vi.fn(outcome);
  const request = new Request('http://localhost/api/cron/any', { headers: authorization === null ? {} : { authorization } });
  return answerCron(request, work).then((response) => ({ response, work }));
}

afterEach(() => registry.delete('env'));

describe('a cron route', () => {
  it('runs for a caller with the secret, and answers with counts', async () => {
    const { response, work } = await callWith(`Bearer ${SECRET}`, SECRET);
    expect([response.status, await response.json(), response.headers.get('cache-control'), work.mock.calls.length]).toEqual([
      200,
      { done: 3 },
      'no-store',
      1,
    ]);
  });

  it.each([
    ['no secret at all', null, SECRET],
    ['another secret', 'Bearer another-secret-of-length', SECRET],
    ['the secret without Bearer', SECRET, SECRET],
    ['no secret if none is configured', null, undefined],
    ['any secret if none is configured', `Bearer ${SECRET}`, undefined],
    ['the word undefined if none is configured', 'Bearer undefined', undefined],
  ])('does nothing for %s', async (_name, authorization, configured) => {
    const { response, work } = await callWith(authorization, configured);
    expect([response.status, response.headers.get('www-authenticate'), work.mock.calls.length]).toEqual([401, 'Bearer', 0]);
  });

  it('answers a refusal and a failure of its work with a problem body', async () => {
    const problem = async ({ response }: { response: Response }): Promise<unknown[]> => {
      const { type, code } = (await response.json()) as { type: string; code: string };
      return [response.status, response.headers.get('content-type'), response.headers.get('retry-after'), type, code];
    };
    const refused = await callWith(null, SECRET);
    expect(await problem(refused)).toEqual([
      401,
      'application/problem+json; charset=utf-8',
      null,
      '/docs/errors#unauthenticated',
      'unauthenticated',
    ]);
    const away = await callWith(`Bearer ${SECRET}`, SECRET, () => Promise.reject(new AppError('unavailable', 'The database is away.')));
    expect(await problem(away)).toEqual([503, 'application/problem+json; charset=utf-8', '5', '/docs/errors#unavailable', 'unavailable']);
    const broken = await callWith(`Bearer ${SECRET}`, SECRET, () => Promise.reject(new Error('secret details')));
    expect(await problem(broken)).toEqual([500, 'application/problem+json; charset=utf-8', null, '/docs/errors#internal', 'internal']);
  });
});
