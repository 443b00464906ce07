import { describe, expect, it } from 'vitest';
import { openApi } from './api';
import { Failure } from './failure';
import { openTerminal } from './terminal';
import type { World } from './world';

const connection = { origin: 'https://faultline.example.com', tenantId: '3f2b8a52-6c1e-4f0a-9a53-0d6f8e1c7b44', key: 'secret' };
type Answer = Response | Error;

/** A server that gives these answers in turn; records its requests and what the command printed. */
function scripted(...answers: Answer[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const slept: number[] = [];
  let said = '';
  const stream = { write: (text: string) => (said += text) };
  const world = {
    env: {},
    stdin: process.stdin,
    stdout: stream,
    stderr: stream,
    now: () => 0,
    signal: new AbortController().signal,
    sleep: (milliseconds: number) => Promise.resolve(void slept.push(milliseconds)),
    fetch: (url: string, init: RequestInit) => {
      asked.push({ url, init });
      const answer = answers.shift();
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error('asked too often'));
    },
  } as unknown as World;
  return { api: openApi(connection, world, openTerminal(world, { color: false })), asked, slept, said: () => said };
}

const problem = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Response =>
  new Response(JSON.stringify({ type: 'x', title: 'Title', status, detail: `detail of ${code}`, code, requestId: 'r-1', ...more }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
const fine = (): Response => new Response('{"a":1}', { headers: { 'content-type': 'application/json' } });
const broken = (code: string): Error => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (!(error instanceof Failure)) throw new Error(`expected a failure, not ${String(error)}`);
  return error;
}

describe('asking the server', () => {
  it('sends key, tenant and query, and follows no redirect with them', async () => {
    const { api, asked } = scripted(fine());
    expect(await api.json({ method: 'GET', path: '/blast-radius', query: { a: 'x,y', b: undefined, c: 3 } })).toEqual({ a: 1 });
    expect(asked[0]?.url).toBe(`https://faultline.example.com/api/${connection.tenantId}/blast-radius?a=x%2Cy&c=3`);
    expect(asked[0]?.init.redirect).toBe('manual');
    expect(new Headers(asked[0]?.init.headers).get('authorization')).toBe('Bearer secret');
  });

  it.each([
    ['seconds', 429, { 'retry-after': '7' }, 7_000],
    ['none at all', 503, {}, 1_000],
    ['a date in the past', 503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
  ])('tries again after %s, and says so', async (_name, status, headers, wait) => {
    const { api, slept, said } = scripted(problem(status, 'rate_limited', headers), fine());
    expect(await api.json({ method: 'POST', path: '/manifest/apply' })).toEqual({ a: 1 });
    expect(slept).toEqual([wait]);
    expect(said()).toBe(`detail of rate_limited; retrying in ${wait / 1_000} s (attempt 2 of 5)\n`);
  });

  it('gives up after five attempts, and at once where it would wait for too long', async () => {
    const patient = scripted(...Array.from({ length: 5 }, () => problem(429, 'rate_limited', { 'retry-after': '1' })));
    expect((await failureOf(patient.api.json({ method: 'GET', path: '/x' }))).facts.code).toBe('rate_limited');
    expect(patient.slept).toEqual([1_000, 1_000, 1_000, 1_000]);
    const late = scripted(problem(429, 'rate_limited', { 'retry-after': '3600' }));
    expect((await failureOf(late.api.json({ method: 'GET', path: '/x' }))).message).toBe(
      'detail of rate_limited (it can be retried in 3600 s, which is longer than this command waits)',
    );
    expect(late.slept).toEqual([]);
  });

  it('repeats a broken POST only where its Idempotency-Key makes that harmless', async () => {
    const safe = scripted(broken('ECONNRESET'), problem(409, 'idempotency_in_progress', { 'retry-after': '1' }), fine());
    expect(await safe.api.json({ method: 'POST', path: '/manifest/apply', idempotencyKey: 'k' })).toEqual({ a: 1 });
    expect(safe.asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'))).toEqual(['k', 'k', 'k']);
    const unsafe = scripted(broken('ECONNRESET'), fine());
    expect((await failureOf(unsafe.api.json({ method: 'POST', path: '/x' }))).message).toBe(
      'the connection to faultline.example.com broke before the answer arrived',
    );
  });

  it.each([
    ['ECONNREFUSED', 'nothing listens at https://faultline.example.com'],
    ['ENOTFOUND', 'there is no host faultline.example.com'],
    ['ETIMEDOUT', 'faultline.example.com cannot be reached from here'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of faultline.example.com is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    ['EPROTO', 'https://faultline.example.com does not speak HTTPS'],
    ['HPE_INVALID_CONSTANT', 'what listens at https://faultline.example.com does not speak HTTP'],
  ])('explains %s', async (code, message) => {
    const failure = await failureOf(scripted(broken(code)).api.json({ method: 'GET', path: '/x' }));
    expect(failure.message).toBe(message);
    expect(failure.facts.hint).not.toBe('');
  });

  it.each([
    [
      'a web page',
      new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
      'https://faultline.example.com answered with a web page: this is not the API of Faultline',
    ],
    [
      'a web page for an error',
      new Response('<html></html>', { status: 404 }),
      'https://faultline.example.com answered 404 with a web page',
    ],
    [
      'a gateway',
      new Response('Bad gateway', { status: 502 }),
      'https://faultline.example.com answered 502 with something that is not a Faultline error',
    ],
    [
      'a redirect',
      new Response(null, { status: 308, headers: { location: 'https://other.example.com/' } }),
      'https://faultline.example.com redirects to https://other.example.com/',
    ],
  ])('tells %s from the API', async (_name, response, message) => {
    expect((await failureOf(scripted(response).api.json({ method: 'GET', path: '/x' }))).message).toBe(message);
  });

  it('keeps what a refusal says: code, issues, request id, and what can be done', async () => {
    const failure = await failureOf(
      scripted(problem(403, 'scope_missing', {}, { missing: 'write' })).api.json({ method: 'GET', path: '/x' }),
    );
    expect(failure.facts).toMatchObject({ code: 'scope_missing', status: 403, requestId: 'r-1', facts: { missing: 'write' } });
    expect(failure.facts.hint).toContain('no scope includes another');
    const invalid = await failureOf(
      scripted(
        problem(400, 'invalid_input', {}, { issues: [{ path: 'a', message: 'm', line: 2, column: 3, hint: 'h' }], issuesOmitted: 4 }),
      ).api.json({ method: 'POST', path: '/x' }),
    );
    expect(invalid.facts).toMatchObject({
      issues: [{ file: '', path: 'a', message: 'm', line: 2, column: 3, hint: 'h' }],
      issuesOmitted: 4,
    });
  });
});
