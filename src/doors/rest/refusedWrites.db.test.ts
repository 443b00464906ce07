/** A database that answers and does not write: what can be read is read, and each change is 503, not 500. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { database as current, openDatabase } from '@/server/db/database';
import { ownMetrics, readyProbe } from '@/server/observability/probes';
import { forgetProcessState, processState } from '@/server/processState';
import { useOwnDatabase } from '@/test/database';
import { created, createRestTenant, describeMounts, type RestTenant } from '@/test/restTenants';

const { database, addresses, owner } = await useOwnDatabase();
/** What a process keeps that would spare it a statement. */
const KEPT = ['limitLeases', 'knownKeys'];

/** Only new connections follow the setting. */
async function reopen(isReadOnly: boolean): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name');
  await owner.query(`alter database ${rows[0]?.name ?? ''} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await current().close();
  forgetProcessState('database');
  for (const name of KEPT) processState(name, () => new Map()).clear();
  processState('database', () => openDatabase(addresses, 4));
}

describeMounts('a read-only database', (send) => {
  let tenant: RestTenant;
  beforeAll(async () => {
    tenant = await createRestTenant(database, send, 'Business');
    const { id } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    await created(tenant, '/components', { applicationId: id, name: 'Web', technicalName: 'web' });
    await reopen(true);
  });
  afterAll(() => reopen(false));

  it.each([
    '/tenant',
    '/applications',
    '/components/web',
    '/impact/snapshot',
    '/blast-radius/health-impact',
    '/incidents',
    '/blast-radius?entityType=component&entityId=web&direction=downstream',
    '/manifest',
  ])('answers GET %s', async (path) => {
    expect((await tenant.call('GET', path)).status).toBe(200);
  });

  it.each([
    ['POST', '/applications', { json: { name: 'New', technicalName: 'new' } }],
    ['PATCH', '/components/web', { json: { name: 'Other' } }],
    ['DELETE', '/components/web', {}],
    ['POST', '/health-signals', { json: { signals: [{ component: 'web', state: 'Outage' }] } }],
    ['POST', '/manifest/apply', { json: { version: 1, name: 'new', technologies: [{ technicalName: 'new', name: 'New' }] } }],
    ['POST', '/applications', { json: { name: 'New', technicalName: 'new' }, headers: { 'idempotency-key': 'once' } }],
  ])('refuses %s %s with 503 and says why', async (method, path, call) => {
    const answer = await tenant.call(method, path, call);
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
    expect(answer.body.detail).toContain('The database is read-only.');
  });

  it('stays ready, and says that it does not write, until it does', async () => {
    const ready = async (): Promise<unknown[]> => {
      const { status, body } = await readyProbe();
      return [status, (JSON.parse(body) as { writes: object }).writes];
    };
    expect(await ready()).toEqual([200, { state: 'Refused', reason: 'The database is read-only.' }]);
    expect(await ownMetrics()).toContain('faultline_writes_refused 1');
    await reopen(false);
    expect((await tenant.call('PATCH', '/components/web', { json: { name: 'Renamed' } })).status).toBe(200);
    expect(await ready()).toEqual([200, { state: 'Accepted' }]);
    expect(await ownMetrics()).toContain('faultline_writes_refused 0');
    await reopen(true);
  });
});
