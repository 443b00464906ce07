/** The plugins for Backstage, with their own packages: they install from their lock file, and pass their type check and their tests against a real Faultline. */
import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consumeHealth } from '@/server/health/consume';
import { createTestDatabase, useOwnDatabase } from '@/test/database';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createRestTenant } from '@/test/restTenants';

const { database } = await useOwnDatabase();
const FOLDER = join('src', 'integrations', 'backstage');
const LANDSCAPE = `
version: 1
name: backstage
capabilities:
  - { technicalName: sell, name: Sell }
  - { technicalName: bill, name: Bill }
segments:
  - { technicalName: shoppers, name: Shoppers, audienceType: Customers, annualRevenue: 8760000, capabilities: [{ capability: sell, revenueShare: 1 }] }
applications:
  - technicalName: shop
    name: Shop
    ownerTeam: Web Shop
    capabilities: [sell]
    components:
      - { technicalName: web, name: Web, kind: WebApp }
      - { technicalName: web-resource, name: Files of web, kind: Storage }
      - { technicalName: db, name: Database, kind: Database, description: Holds all orders. }
      - { technicalName: cache, name: Cache, kind: Cache }
  - technicalName: billing
    name: Billing
    lifecycleState: Sunset
    capabilities: [bill]
    components:
      - { technicalName: invoice, name: Invoices, kind: Worker }
      - { technicalName: team.pay, name: Payments, kind: WebAPI }
  - technicalName: archive
    name: Archive
    components:
      - { technicalName: old-disk, name: Old disk, kind: Storage }
      - { technicalName: an_odd.-_name, name: Odd, kind: Other }
  - { technicalName: empty, name: Empty }
  - { technicalName: scratch, name: Scratch, components: [{ technicalName: probe, name: Probe }] }
dependencies:
  - { source: web, target: db, dependencyType: ReadsWrites }
  - { source: web, target: db, dependencyType: Calls }
  - { source: invoice, target: db, dependencyType: Reads }
  - { source: team.pay, target: invoice, dependencyType: Calls }
  - { source: an_odd.-_name, target: old-disk, dependencyType: Reads }
  # Reached by an outage of db, without harm.
  - { source: old-disk, target: db, dependencyType: Reads, mode: Async, required: false }
`;

let server: Server;
let environment: Record<string, string>;
let dropCatalog: () => Promise<unknown>;
let isOver = false;
let consuming: Promise<void>;

/** The command's output and exit code. */
function run(words: readonly string[], env: Record<string, string> = {}): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', words, { cwd: FOLDER, env: { ...process.env, NODE_OPTIONS: '', ...env, CI: '1', NO_COLOR: '1' } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed }));
  });
}

/** Fails with the whole output of the command. */
async function expectSuccess(words: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { code, printed } = await run(words, env);
  expect(code === 0 ? '' : `npm ${words.join(' ')} ended with ${code}:\n${printed}`).toBe('');
}

beforeAll(async () => {
  const started = await nodeServer();
  server = started.server;
  const send = sendTo(started.port);
  const tenant = await createRestTenant(database, send);
  const other = await createRestTenant(database, send);
  const applied = await tenant.call(
    'POST',
    '/manifest/apply',
    { raw: LANDSCAPE, headers: { 'content-type': 'application/yaml' } },
    tenant.keys.revenue,
  );
  expect([applied.status, applied.text]).toEqual([200, expect.any(String)]);
  await tenant.call('POST', '/components/db/health', { json: { state: 'Outage' } });
  await consumeHealth(30_000, tenant.tenantId);
  // In production, a scheduler does this.
  consuming = (async () => {
    while (!isOver) {
      await consumeHealth(30_000, tenant.tenantId);
      await delay(500);
    }
  })();
  const catalog = await createTestDatabase();
  dropCatalog = () => Promise.resolve(catalog.drop());
  environment = {
    FAULTLINE_TEST_URL: `http://localhost:${started.port}`,
    FAULTLINE_TEST_TENANT: tenant.tenantId,
    FAULTLINE_TEST_OTHER_TENANT: other.tenantId,
    FAULTLINE_TEST_KEY_ALL: tenant.keys.all,
    FAULTLINE_TEST_KEY_READ: tenant.keys.read,
    FAULTLINE_TEST_KEY_HEALTH: tenant.keys.health,
    FAULTLINE_TEST_KEY_REVENUE: tenant.keys.revenue,
    FAULTLINE_TEST_CATALOG_DATABASE: catalog.administratorUrl,
  };
});

afterAll(async () => {
  isOver = true;
  await consuming;
  server.closeAllConnections();
  server.close();
  await dropCatalog();
});

describe('the plugins for Backstage', () => {
  it('install from their lock file, in the versions that it names', () => expectSuccess(['ci', '--prefer-offline', '--no-progress']));

  it('pass their type check', () => expectSuccess(['run', 'types']));

  it('pass their tests against this Faultline and a Backstage backend', () => expectSuccess(['test'], environment));
});
