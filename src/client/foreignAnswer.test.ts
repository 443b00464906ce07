import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchOrForeignAnswer, ForeignAnswer } from './foreignAnswer';

afterEach(() => vi.unstubAllGlobals());

function answering(body: string, status: number, headers: Record<string, string>): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })));
}

async function refusalOf(body: string, status: number, headers: Record<string, string>): Promise<unknown> {
  answering(body, status, headers);
  return fetchOrForeignAnswer('/trpc/x').then(
    () => null,
    (error: unknown) => error,
  );
}

const OURS = JSON.stringify({ error: { message: 'No.', code: -32004, data: { code: 'not_found' } } });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an answer that is read', () => {
  it.each([
    ['a success', '{"result":{"data":1}}', 200],
    ['a refusal of the service', OURS, 404],
    ['refusals of several questions at once', `[${OURS},${OURS}]`, 404],
  ])('%s is handed on as it came', async (_what, body, status) => {
    answering(body, status, JSON_TYPE);
    const response = await fetchOrForeignAnswer('/trpc/x');
    expect([response.status, await response.text()]).toEqual([status, body]);
  });
});

describe('an answer from something other than the service', () => {
  it.each([
    ['a page of a proxy', '<html>', 502, { 'content-type': 'text/html', 'x-request-id': 'r-1', 'retry-after': '20' }, [502, 'r-1', 20]],
    ['JSON of a load balancer', '{"message":"no healthy upstream"}', 503, JSON_TYPE, [503, null, null]],
    ['a refusal without a readable body', '', 429, { ...JSON_TYPE, 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, [429, null, null]],
    ['the sign-in page of a network', '<html>', 200, { 'content-type': 'text/html' }, [200, null, null]],
  ] as const)('%s is recognised, with what it says', async (_what, body, status, headers, facts) => {
    const error = await refusalOf(body, status, headers);
    expect(error).toBeInstanceOf(ForeignAnswer);
    const { status: stated, requestId, retryAfterSeconds } = error as ForeignAnswer;
    expect([stated, requestId, retryAfterSeconds]).toEqual(facts);
  });
});
