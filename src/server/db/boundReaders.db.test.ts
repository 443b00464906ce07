/** Tenant separation on connections that many reads share, in both ways of pooling, and what happens to a connection after a failure. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase, useOwnDatabase } from '@/test/database';
import { EVERYTHING, newTenant } from '@/test/tenants';
import { BoundReaders, type Pooling, type ReadStatement } from './boundReaders';
import { openDatabase } from './database';
import { createEntity, getEntity, listEntities } from '@/server/landscape/entities';
import { tenantDb } from './tenantDb';

const { database, addresses } = await useOwnDatabase();
const named = (technicalName: string): { name: string; technicalName: string } => ({ name: technicalName, technicalName });

/** Everything that row-level security shows, whatever tenant the statement names. */
const ALL: ReadStatement = {
  name: 'all',
  text: `select "tenantId"::text as "tenantId" from "landscape_version" where $1::text is not null`,
};
/** The row of the tenant that the statement names. */
const STATED: ReadStatement = {
  name: 'stated',
  text: `select "tenantId"::text as "tenantId" from "landscape_version" where "tenantId" = $1::uuid`,
};
const PID: ReadStatement = { name: null, text: 'select pg_backend_pid() as pid, $1::text as "tenantId"' };

describe.each<Pooling>(['session', 'transaction'])('reads with pooling by %s', (pooling) => {
  const readers = new BoundReaders(addresses, 1, pooling);
  afterAll(() => readers.close());
  const pid = async (tenantId: string): Promise<number | undefined> =>
    (await readers.read<{ pid: number }>(tenantId, PID, [tenantId]))[0]?.pid;

  it('of two tenants at the same time on one connection each show only their own rows', async () => {
    const tenants = [await newTenant(database), await newTenant(database)].map(({ tenantId }) => tenantId);
    const asked = Array.from({ length: 300 }, (_, number) => tenants[((number * number) % 7) % 2] ?? '');
    const shown = await Promise.all(asked.map((tenantId) => readers.read(tenantId, ALL, [tenantId])));
    expect(shown).toEqual(asked.map((tenantId) => [{ tenantId }]));
  });

  it('find nothing of another tenant, even if a statement names it', async () => {
    const [mine, other] = [await newTenant(database), await newTenant(database)];
    expect(await readers.read(mine.tenantId, STATED, [mine.tenantId])).toEqual([{ tenantId: mine.tenantId }]);
    expect(await readers.read(mine.tenantId, STATED, [other.tenantId])).toEqual([]);
  });

  it('write nothing', async () => {
    const { tenantId } = await newTenant(database);
    const write: ReadStatement = { name: null, text: `update "landscape_version" set "version" = 99 where "tenantId" = $1::uuid` };
    await expect(readers.read(tenantId, write, [tenantId])).rejects.toMatchObject({ code: '25006' });
  });

  it('refuse to be bound to anything but a GUID in lower case', async () => {
    await expect(readers.read(`' || 'x`, ALL, [''])).rejects.toThrow('GUID');
  });

  it('that fail close their connection, and do not affect simultaneous or later reads', async () => {
    const { tenantId } = await newTenant(database);
    const before = await pid(tenantId);
    const broken: ReadStatement = { name: 'broken', text: 'select 1 / (case when $1::text is null then 1 else 0 end)' };
    const [good, bad, alsoGood] = await Promise.allSettled([pid(tenantId), readers.read(tenantId, broken, [tenantId]), pid(tenantId)]);
    expect([good, alsoGood]).toEqual([
      { status: 'fulfilled', value: before },
      { status: 'fulfilled', value: before },
    ]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(await pid(tenantId)).not.toBe(before);
  });

  it('continue on another connection when the server ends one, without an error', async () => {
    const { tenantId } = await newTenant(database);
    const before = await pid(tenantId);
    const [, after] = await Promise.all([
      database.pool.query('select pg_terminate_backend($1::int)', [before]),
      delay(1).then(() => pid(tenantId)),
    ]);
    expect(after).toBeTypeOf('number');
    const next = await pid(tenantId);
    expect(next).not.toBe(before);
    expect(await readers.read(tenantId, STATED, [tenantId])).toEqual([{ tenantId }]);
  });
});

it('a connection on which a transaction was left open is thrown away', async () => {
  const readers = new BoundReaders(addresses, 1, 'session');
  const { tenantId } = await newTenant(database);
  const [{ pid: before } = { pid: 0 }] = await readers.read<{ pid: number }>(tenantId, PID, [tenantId]);
  await readers.read(tenantId, { name: null, text: 'begin' }, []);
  const [{ pid: after } = { pid: 0 }] = await readers.read<{ pid: number }>(tenantId, PID, [tenantId]);
  expect(after).not.toBe(before);
  await readers.close();
});

it.each<Pooling>(['session', 'transaction'])('an entity and a page are the same with pooling by %s', async (pooling) => {
  const { addresses: own, drop } = await createTestDatabase();
  const opened = openDatabase(own, 4, pooling);
  try {
    const { tenantId } = await newTenant(opened);
    const tenant = tenantDb(opened, tenantId);
    const application = await createEntity(tenant, EVERYTHING, 'application', named('app'));
    const zone = await createEntity(tenant, EVERYTHING, 'hosting-area', named('area'));
    const component = await createEntity(tenant, EVERYTHING, 'component', { ...named('web'), applicationId: application.id });
    expect(await getEntity(tenant, EVERYTHING, 'component', 'web')).toEqual(component);
    expect(await getEntity(tenant, EVERYTHING, 'hosting-area', zone.id)).toEqual(zone);
    expect(await listEntities(tenant, EVERYTHING, 'component', {})).toEqual({ items: [component], nextCursor: null, total: 1 });
    const second = await createEntity(tenant, EVERYTHING, 'component', { ...named('stock'), applicationId: application.id });
    expect(await listEntities(tenant, EVERYTHING, 'component', {})).toEqual({ items: [second, component], nextCursor: null, total: 2 });
  } finally {
    await opened.close();
    await drop();
  }
});
