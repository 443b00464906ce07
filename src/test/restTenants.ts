/** Tenants, keys and landscapes for the REST suites, created with the product's own use cases. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type pg from 'pg';
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import { bindingSql } from '@/server/db/bindTenant';
import type { Database } from '@/server/db/database';
import { lockWait } from '@/server/db/write';
import { tenantDb } from '@/server/db/tenantDb';
import type { Plan, Scope } from '@/domain/vocabulary';
import { AT_ONCE } from './tenants';
import { nodeServer, sendTo, sendToWeb, type RestAnswer, type RestCall, type Send } from './restMounts';

export const SYSTEM = { type: 'system', id: 'test', name: 'test' } as const;

/** A tenant with its keys; `call` uses the key with all permissions. */
export interface RestTenant {
  tenantId: string;
  keys: { all: string; read: string; write: string; health: string; revenue: string };
  call: (method: string, path: string, call?: RestCall, key?: string | null) => Promise<RestAnswer>;
}

export async function createKey(
  database: Database,
  tenantId: string,
  scopes: Scope[],
  more: { canSeeRevenue?: boolean; expiresAt?: string } = {},
) {
  return createApiKey(tenantDb(database, tenantId), SYSTEM, { name: `key for ${scopes.join(' ')}`, scopes, ...more });
}

export async function createRestTenant(database: Database, send: Send, plan: Plan = 'Enterprise'): Promise<RestTenant> {
  const { tenantId } = await createTenant(database, { ...AT_ONCE, name: `Tenant of ${plan}`, plan });
  const key = async (scopes: Scope[], canSeeRevenue = false): Promise<string> =>
    (await createKey(database, tenantId, scopes, { canSeeRevenue })).key;
  const keys = {
    all: await key(['read', 'write', 'health']),
    read: await key(['read']),
    write: await key(['write']),
    health: await key(['health']),
    revenue: await key(['read', 'write'], true),
  };
  return {
    tenantId,
    keys,
    call: (method, path, call = {}, given = keys.all) =>
      send(method, `/api/${tenantId}${path}`, {
        ...call,
        headers: { ...(given === null ? {} : { authorization: `Bearer ${given}` }), ...call.headers },
      }),
  };
}

/** A tenant whose landscape is the demo shop, revenue included. */
export async function createShopTenant(database: Database, send: Send): Promise<RestTenant> {
  const tenant = await createRestTenant(database, send);
  const raw = readFileSync('src/test/landscapes/opentelemetry-demo.yaml');
  const headers = { 'content-type': 'application/yaml' };
  const applied = await tenant.call('POST', '/manifest/apply', { raw, headers }, tenant.keys.revenue);
  expect(applied.status, applied.text).toBe(200);
  return tenant;
}

/** Runs the suite on the mount that `npm start` uses. */
export function describeRest(name: string, suite: (send: Send) => void): void {
  describe(`${name}, on node:http`, () => {
    let server: Server;
    let sendNow: Send;
    beforeAll(async () => {
      const started = await nodeServer();
      server = started.server;
      sendNow = sendTo(started.port);
    });
    afterAll(
      () =>
        new Promise<void>((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    );
    suite((...call) => sendNow(...call));
  });
}

/**
 * Runs the suite once for each mount. Both pass the same request to the same handler, so this is only for suites where the mounts
 * themselves do something: reading bodies and their limits (requests, manifest), headers in both directions (requests, limits,
 * idempotency), answers that are not JSON (manifestExport, securityRegister), streams and the requested address (mcp/door), defects
 * (requests). mounts.db.test.ts checks that they reach the same routes.
 */
export function describeMounts(name: string, suite: (send: Send) => void): void {
  describeRest(name, suite);
  describe(`${name}, behind Next`, () => suite(sendToWeb));
}

/** Creates an entity and returns its body; throws if it is refused. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare exact values
export async function created(tenant: RestTenant, path: string, json: object, key?: string): Promise<any> {
  const answer = await tenant.call('POST', path, { json }, key);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Locks the whole landscape of a tenant, like a writer that needs exclusive access, until the transaction ends. */
export async function holdLandscape(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(bindingSql({ tenantId, lasts: 'transaction', isSingleLogin: false }));
  const { rowCount } = await client.query(
    `select 1 from "tenant_lock" where "tenantId" = $1::uuid and "purpose" = 'landscape' order by "place" for update`,
    [tenantId],
  );
  if (rowCount === 0) throw new Error('Nothing was locked: the tenant has no such rows, or this connection does not see them.');
}

/** Runs `work` while another transaction has locked the tenant's landscape, so that changes are refused after a moment. */
export async function whileLandscapeIsHeld(database: Database, tenantId: string, work: () => Promise<unknown>): Promise<void> {
  const wait = lockWait();
  const usual = wait.longest;
  const client = await database.pool.connect();
  try {
    wait.longest = '100ms';
    await client.query('begin');
    await holdLandscape(client, tenantId);
    await work();
  } finally {
    wait.longest = usual;
    await client.query('rollback');
    client.release();
  }
}
