/** Installations of older schemas, with data, that are brought up to date: nothing is lost, and every list and answer is right. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { withoutForcedRowSecurity } from '@/ops/backup/forcedRowSecurity';
import { migrate } from './migrate';
import { checksumOf, readMigrations } from './migrations';
import { consumeHealth } from '@/server/health/consume';
import { connected } from '@/test/connected';
import { useOwnDatabase } from '@/test/database';
import type { RestAnswer } from '@/test/restMounts';
import { createKey, describeRest } from '@/test/restTenants';

/** The first schema that was numbered 2.0.0, and the last one before migrations were applied without Prisma's engine. */
const FIRST = '20261120143500_tenant_wall';
const BEFORE_PLAIN_SQL = '20261125133500_health_by_component';

const { database, addresses } = await useOwnDatabase();
const { isSingleLogin } = inject('template');
const quiet = (): void => undefined;
const upTo = (last: string) => readMigrations().filter(({ name }) => name <= last);

const tenantId = randomUUID();
const id = Object.fromEntries(
  ['shop', 'web', 'r1', 'r2', 'orders', 'checkout', 'customers', 'eu', 'eu-1', 'postgres', 'addresses'].map((name) => [name, randomUUID()]),
) as Record<string, string>;

/** What somebody had recorded with the first schema: one entity of each kind, links, a redundancy group, a change and an owner. */
async function fillFirst(client: Client): Promise<void> {
  const entity = (table: string, name: string, more: Record<string, unknown> = {}): Promise<unknown> => {
    const row = { tenantId, id: id[name], name: `The ${name}`, technicalName: name, ...more };
    const columns = Object.keys(row);
    return client.query(
      `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
  };
  const link = (table: string, from: string, to: string): Promise<unknown> =>
    client.query(`insert into "${table}" values ($1, $2, $3)`, [tenantId, id[from], id[to]]);
  await client.query(`insert into "tenant" ("id", "name", "plan") values ($1, 'Kept', 'Enterprise')`, [tenantId]);
  await client.query(`insert into "landscape_version" ("tenantId", "version", "changePosition") values ($1, 7, 1)`, [tenantId]);
  await client.query(`insert into "component_counter" ("tenantId", "nextOrdinal", "live") values ($1, 3, 3)`, [tenantId]);
  await entity('capability', 'checkout', { maximumTolerableDowntimeMinutes: 30 });
  await entity('process', 'orders');
  await entity('application', 'shop', { ownerTeam: 'storefront' });
  await entity('hosting_area', 'eu', { provider: 'Own' });
  await entity('hosting_zone', 'eu-1', { hostingAreaId: id.eu });
  await entity('technology', 'postgres', { technologyVersion: '18', endOfSupport: '2030-11-14' });
  await entity('dataset', 'addresses', { classification: 'Confidential', containsPersonalData: true });
  await entity('segment', 'customers', { audienceType: 'Customers', people: 240_000, annualRevenue: 17_520_000 });
  for (const [ordinal, name] of ['web', 'r1', 'r2'].entries()) await entity('component', name, { applicationId: id.shop, ordinal });
  await link('application_capability', 'shop', 'checkout');
  await link('application_process', 'shop', 'orders');
  await link('process_capability', 'orders', 'checkout');
  await link('component_hosting_zone', 'r1', 'eu-1');
  await link('component_technology', 'r1', 'postgres');
  await link('component_dataset', 'r1', 'addresses');
  await client.query(`insert into "segment_capability" values ($1, $2, $3, 1)`, [tenantId, id.customers, id.checkout]);
  for (const [target, ordinal] of [
    ['r1', 1],
    ['r2', 2],
  ] as const)
    await client.query(
      `insert into "dependency" ("tenantId", "id", "sourceComponentId", "targetComponentId", "sourceOrdinal", "targetOrdinal", "dependencyType",
         "redundancyGroup", "protocol", "transportEncryption", "endpointAuthMethod") values ($1, $2, $3, $4, 0, $5, 'ReadsWrites', 'replicas', 'PostgreSQL', 'TLS 1.3', 'SCRAM')`,
      [tenantId, randomUUID(), id.web, id[target], ordinal],
    );
  const changeSet = randomUUID();
  await client.query(
    `insert into "change_set" ("tenantId", "id", "position", "version", "at", "actorType", "actorId", "actorName", "origin")
     values ($1, $2::uuid, 1, 7, now() - interval '1 hour', 'key', $2::text, 'import', '{}')`,
    [tenantId, changeSet],
  );
  await client.query(
    `insert into "change" ("tenantId", "changeSetId", "sequence", "op", "kind", "entityId", "technicalName", "before", "after")
     values ($1, $2, 1, 'create', 'capability', $3, 'checkout', null, $4)`,
    [tenantId, changeSet, id.checkout, { id: id.checkout, technicalName: 'checkout' }],
  );
  await client.query(
    `insert into "manifest_ownership" ("tenantId", "manifestName", "kind", "entityId", "hasCreated") values ($1, 'shop', 'component', $2, true)`,
    [tenantId, id.web],
  );
}

/** What later schemas can hold besides: health, an open incident, a maintenance window and a webhook. */
async function fillLater(client: Client): Promise<void> {
  await client.query(
    `insert into "component_health" ("tenantId", "componentId", "state", "since", "observedAt", "acceptedAt")
     values ($1, $2, 'Outage', now() - interval '10 minutes', now() - interval '10 minutes', now() - interval '10 minutes')`,
    [tenantId, id.r1],
  );
  await client.query(
    `insert into "webhook_endpoint" ("tenantId", "id", "url", "secret", "createdBy") values ($1, $2, 'https://hooks.example.com/x', '\\x00', 'Ada')`,
    [tenantId, randomUUID()],
  );
}

async function fill(work: (client: Client) => Promise<void>): Promise<void> {
  await connected(addresses.owner, async (client) => {
    await client.query('begin');
    await withoutForcedRowSecurity(client, () => work(client));
    await client.query('commit');
  });
}

describeRest('an installation that began with the first schema', (send) => {
  let key: string;
  const get = async (path: string): Promise<RestAnswer> =>
    send('GET', `/api/${tenantId}${path}`, { headers: { authorization: `Bearer ${key}` } });

  beforeAll(async () => {
    await connected(addresses.owner, (client) => client.query('drop schema public cascade; create schema public'));
    await migrate({ url: addresses.owner, isSingleLogin, log: quiet, migrations: upTo(FIRST) });
    await fill(fillFirst);
    expect((await migrate({ url: addresses.owner, isSingleLogin, log: quiet, migrations: upTo(BEFORE_PLAIN_SQL) })).length).toBeGreaterThan(
      40,
    );
    await fill(fillLater);
    await migrate({ url: addresses.owner, isSingleLogin, log: quiet });
    ({ key } = await createKey(database, tenantId, ['read', 'write', 'health'], { canSeeRevenue: true }));
  });

  it('has the records of all migrations, as Prisma writes them', async () => {
    await connected(addresses.owner, async (client) => {
      const { rows } = await client.query<{ name: string; checksum: string }>(
        'select migration_name as name, checksum from _prisma_migrations where finished_at is not null and rolled_back_at is null order by 1',
      );
      expect(rows).toEqual(readMigrations().map(({ name, sql }) => ({ name, checksum: checksumOf(sql) })));
    });
  });

  it.each(ENTITY_KINDS.map((kind) => [ENTITY_REGISTRY[kind].path]))('lists what it had under /%s', async (path) => {
    const { status, body } = await get(`/${path}`);
    const names = (body.items as { technicalName: string; name: string }[]).map(({ technicalName }) => technicalName).sort();
    const had: Record<string, string[]> = {
      applications: ['shop'],
      components: ['r1', 'r2', 'web'],
      capabilities: ['checkout'],
      processes: ['orders'],
      segments: ['customers'],
      'hosting-areas': ['eu'],
      'hosting-zones': ['eu-1'],
      technologies: ['postgres'],
      datasets: ['addresses'],
    };
    expect([status, names]).toEqual([200, had[path]]);
  });

  it('answers what breaks', async () => {
    const one = await get(`/blast-radius?entityType=component&entityId=${id.r1}&direction=downstream`);
    expect([one.status, one.body.components]).toMatchObject([200, [{ technicalName: 'web', expectedState: 'Healthy' }]]);
    const { body } = await get(`/blast-radius?entityType=technology&entityId=${id.postgres}&direction=downstream`);
    expect(body.origin).toMatchObject([{ technicalName: 'r1' }]);
    const whole = await get(`/blast-radius?entityType=application&entityId=${id.shop}&direction=downstream`);
    expect(whole.body.audiences).toMatchObject([{ technicalName: 'customers', people: 240_000, expectedState: 'Outage' }]);
    expect(whole.body.revenueExposure).toMatchObject({ expectedPerHour: 2_000 });
  });

  it('keeps the security register, the changes and who owns what', async () => {
    const register = await get('/dependency-security-register');
    expect(register.body.items.map((item: { protocol: string }) => item.protocol)).toEqual(['PostgreSQL', 'PostgreSQL']);
    const changes = await get('/changes');
    expect(changes.body.items.at(-1)).toMatchObject({ op: 'create', kind: 'capability', technicalName: 'checkout', landscapeVersion: 7 });
    const webhooks = await get('/webhooks');
    expect(webhooks.body.items).toMatchObject([{ url: 'https://hooks.example.com/x' }]);
  });

  it('goes on with its health', async () => {
    const down = await send('POST', `/api/${tenantId}/components/r2/health`, {
      json: { state: 'Outage' },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(down.status).toBe(202);
    await consumeHealth(30_000, tenantId);
    const { body } = await get('/impact/snapshot');
    expect(body.states).toMatchObject({ Outage: 2, unreported: 1 });
    expect(body.revenueExposure).toMatchObject({ expectedPerHour: 2_000 });
  });
});

describe('the schemas of this test', () => {
  it('are still among the migrations', () => {
    const names = readMigrations().map(({ name }) => name);
    expect([names[1], names.includes(BEFORE_PLAIN_SQL)]).toEqual([FIRST, true]);
  });
});
