/** `GET /events` and the browser's feed, by status. The tests in server/events cover the content of a feed. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerBrowserFeed } from '@/doors/browser/browserFeed';
import { setPlan } from '@/server/auth/tenants';
import { closeFeeds } from '@/server/feed/eventFeed';
import { useTestDatabase } from '@/test/database';
import { openFeedAt, readStream, type FeedReader } from '@/test/feedReader';
import { nodeServer, sendTo } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { SYSTEM, createRestTenant, created, type RestTenant } from '@/test/restTenants';
import { answerWebRequest } from '@/doors/webHandler';

const { database } = await useTestDatabase();

let server: Server;
let port: number;
let tenant: RestTenant;

beforeAll(async () => {
  ({ server, port } = await nodeServer());
  tenant = await createRestTenant(database, sendTo(port));
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      closeFeeds();
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

type Open = (query?: string, headers?: Record<string, string>, key?: string) => Promise<FeedReader>;

const onNode: Open = (query = '', headers = {}, key = tenant.keys.read) =>
  openFeedAt(port, `/api/${tenant.tenantId}/events${query}`, { authorization: `Bearer ${key}`, ...headers });

async function readerOf(response: Response): Promise<FeedReader> {
  return response.body === null ? Promise.reject(new Error('No body.')) : readStream(response.body, response.status, response.headers);
}

const behindNext: Open = async (query = '', headers = {}, key = tenant.keys.read) => {
  const request = new Request(`http://localhost/api/${tenant.tenantId}/events${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return readerOf(await answerWebRequest(request, { isProxyTrusted: false }));
};

const inTheBrowser: Open = async (query = '', headers = {}) => {
  const session = await signedInMember(database, tenant.tenantId, 'Viewer');
  const request = new Request(`http://localhost/trpc/${tenant.tenantId}/events${query}`, {
    headers: { ...Object.fromEntries(session), ...headers },
  });
  return readerOf(await answerBrowserFeed(request, tenant.tenantId));
};

let count = 0;
const change = async (): Promise<string> => {
  const technicalName = `feed-${(count += 1)}`;
  await created(tenant, '/technologies', { name: 'Any', technicalName });
  return technicalName;
};

describe('200', () => {
  it.each([
    ['node:http', onNode],
    ['Next', behindNext],
    ["the browser's door", inTheBrowser],
  ] as const)('with %s: each change arrives while the answer is open, uncompressed and uncached', async (_name, open) => {
    const reader = await open();
    expect([reader.status, reader.headers.get('content-type'), reader.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'private, no-store, no-transform',
    ]);
    expect([reader.headers.get('content-length'), reader.headers.get('x-accel-buffering')]).toEqual([null, 'no']);
    const opening = await reader.next();
    await change();
    const event = await reader.next();
    expect([event?.event, Number(event?.id), (event?.data as { tenantId: string }).tenantId]).toEqual([
      'landscape.changed',
      Number(opening?.id) + 1,
      tenant.tenantId,
    ]);
    await reader.close();
  });

  it.each([
    ['node:http', onNode],
    ['Next', behindNext],
    ["the browser's door", inTheBrowser],
  ] as const)('with %s: continues after Last-Event-ID, which takes precedence over the query', async (_name, open) => {
    await change();
    await change();
    await change();
    const first = await open();
    const head = Number((await first.next())?.id);
    await first.close();
    const byQuery = await open(`?lastEventId=${head - 2}`);
    expect([(await byQuery.next())?.id, (await byQuery.next())?.id, (await byQuery.next())?.id]).toEqual(
      [head - 2, head - 1, head].map(String),
    );
    await byQuery.close();
    const byHeader = await open(`?lastEventId=${head - 2}`, { 'last-event-id': String(head - 1) });
    expect([(await byHeader.next())?.id, (await byHeader.next())?.id]).toEqual([head - 1, head].map(String));
    await byHeader.close();
    const unknown = await open('', { 'last-event-id': 'another-service' });
    expect((await unknown.next())?.event).toBe('reset');
    await unknown.close();
  });

  it('is answered to HEAD without opening anything', async () => {
    const { status, text, headers } = await tenant.call('HEAD', '/events');
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/event-stream; charset=utf-8']);
  });

  it('ends quietly when the service stops', async () => {
    const reader = await onNode();
    await reader.next();
    closeFeeds();
    expect(await reader.next()).toBeNull();
  });

  it('leaves nothing behind when the client hangs up', async () => {
    for (let time = 0; time < 25; time += 1) {
      const reader = await onNode();
      expect(reader.status).toBe(200);
      await reader.next();
      await reader.close();
      // The server notices a moment later; the next stream may be opened before it does, but not twenty of them.
    }
  });
});

describe('400', () => {
  it.each(['?lastEventId=-1', '?lastEventId=1.5', '?lastEventId=abc', '?types=all'])('answers %s', async (query) => {
    const answer = await tenant.call('GET', `/events${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect((await inTheBrowser(query)).status).toBe(400);
  });
});

describe('401', () => {
  it('is for callers without a key or session', async () => {
    expect((await tenant.call('GET', '/events', {}, null)).status).toBe(401);
    expect((await answerBrowserFeed(new Request(`http://localhost/trpc/${tenant.tenantId}/events`), tenant.tenantId)).status).toBe(401);
  });
});

describe('403', () => {
  it('is for a key without the scope read, and a key of another tenant', async () => {
    const other = await createRestTenant(database, sendTo(port));
    for (const key of [tenant.keys.write, tenant.keys.health])
      expect((await tenant.call('GET', '/events', {}, key)).body.code).toBe('scope_missing');
    expect((await tenant.call('GET', '/events', {}, other.keys.all)).body.code).toBe('tenant_mismatch');
  });

  it('is for somebody signed in who is not a member, and for a key below the Business plan', async () => {
    const other = await createRestTenant(database, sendTo(port));
    const session = await signedInMember(database, other.tenantId, 'Owner');
    const request = new Request(`http://localhost/trpc/${tenant.tenantId}/events`, { headers: session });
    expect(await (await answerBrowserFeed(request, tenant.tenantId)).json()).toMatchObject({ code: 'tenant_mismatch' });
    await setPlan(database, SYSTEM, other.tenantId, 'Team');
    expect((await other.call('GET', '/events')).body.code).toBe('plan_required');
  });
});

describe('405', () => {
  it('is for every other method', async () => {
    const answer = await tenant.call('POST', '/events', { json: {} });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('429', () => {
  it('is for a caller with twenty open feeds, and says when to try again', async () => {
    const readers: FeedReader[] = [];
    for (let time = 0; time < 20; time += 1) readers.push(await behindNext('', {}, tenant.keys.revenue));
    const answer = await tenant.call('GET', '/events', {}, tenant.keys.revenue);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([429, 'rate_limited', '30']);
    for (const reader of readers) await reader.close();
  });
});
