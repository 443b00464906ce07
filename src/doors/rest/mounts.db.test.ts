/** The two mounts of REST, route by route: both give the same answers, so most suites need only one of them. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '@/test/database';
import { nodeServer, sendTo, sendToWeb, type RestAnswer, type RestCall, type Send } from '@/test/restMounts';
import { createRestTenant, type RestTenant } from '@/test/restTenants';
import { ROUTES } from './routes';

const { database } = await useTestDatabase();

let server: Server;
let sendToNode: Send;
let tenant: RestTenant;
beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  sendToNode = sendTo(started.port);
  tenant = await createRestTenant(database, sendToNode);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Headers of the connection rather than the answer, and headers that differ from one request to the next. */
const NOT_COMPARED = ['connection', 'keep-alive', 'date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'transfer-encoding'];

function comparable({ status, headers, body, text }: RestAnswer): object {
  // Until the first turn, a snapshot is computed for each request.
  const { requestId: _requestId, computedAt: _computedAt, ...rest } = (body ?? {}) as Record<string, unknown>;
  const kept = [...headers].filter(([name]) => !NOT_COMPARED.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { status, headers: kept, said: body === undefined ? withoutMark(text) : rest };
}

/** A web client drops the byte order mark of a file; a plain client keeps it as text. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Streams never end, so they have their own suite, events.db.test.ts. */
const STREAM = '/events';

describe.each(ROUTES.map(({ facts }) => [facts.method, facts.path] as const))('%s %s', (method, path) => {
  const nowhere = path.replaceAll(/\{\w+\}/g, randomUUID());

  const callers = [['without a key', null] as const, ...(path === STREAM ? [] : [['with a key that may do everything', 'all'] as const])];
  it.each(callers)('gets the same answer on both mounts %s', async (_, key) => {
    const address = `/api/${tenant.tenantId}${nowhere}`;
    const call: RestCall = {
      headers: key === null ? {} : { authorization: `Bearer ${tenant.keys[key]}` },
      ...(method === 'GET' || method === 'DELETE' ? {} : { json: { nonsense: true } }),
    };
    const [onNode, behindNext] = [await sendToNode(method, address, call), await sendToWeb(method, address, call)];
    expect(comparable(behindNext)).toEqual(comparable(onNode));
    if (key === null) expect(onNode.status).toBe(401);
    else expect([200, 400, 403, 404, 415, 422]).toContain(onNode.status);
  });
});
