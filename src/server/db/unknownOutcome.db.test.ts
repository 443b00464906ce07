/** A connection that breaks while the database confirms a change: nobody can know whether it was made, and the answer says so. */
import { afterAll, expect, it } from 'vitest';
import { CuttingProxy } from '@/test/cuttingProxy';
import { useTestDatabase } from '@/test/database';
import { newTenant } from '@/test/tenants';
import { openDatabase } from './database';
import { read } from './read';
import { tenantDb, type TenantDb } from './tenantDb';
import { write } from './write';

const { database, addresses } = await useTestDatabase();
const proxy = await CuttingProxy.before(addresses.app);
const throughProxy = openDatabase({ ...addresses, app: proxy.url, system: proxy.urlFor(addresses.system) }, 2);
afterAll(async () => {
  await throughProxy.close();
  await proxy.close();
});

const UNKNOWN = { code: 'unavailable', message: expect.stringMatching(/may or may not have been made.*Idempotency-Key/) };

async function tenantBehindProxy(): Promise<TenantDb> {
  const { tenantId } = await newTenant(database);
  return tenantDb(throughProxy, tenantId);
}

it('is told apart from a change that was not made', async () => {
  const tenant = await tenantBehindProxy();
  const atCommit = write(tenant, async (tx) => {
    await tx.tenant.updateMany({ data: { name: 'Changed' } });
    proxy.cutAfter(0);
  });
  await expect(atCommit).rejects.toMatchObject(UNKNOWN);
  const before = write(tenant, async (tx) => {
    proxy.cutAfter(0);
    await tx.tenant.updateMany({ data: { name: 'Never' } });
  });
  await expect(before).rejects.toMatchObject({ code: 'unavailable', message: expect.not.stringContaining('Idempotency-Key') });
});

it('is told of a change on a plain connection', async () => {
  const tenant = await tenantBehindProxy();
  const atCommit = write.onConnection(tenant, async (client) => {
    await client.query(`update "tenant" set "name" = 'Changed' where "id" = $1::uuid`, [tenant.tenantId]);
    proxy.cutAfter(0);
  });
  await expect(atCommit).rejects.toMatchObject(UNKNOWN);
});

it('is never told of what only reads', async () => {
  const tenant = await tenantBehindProxy();
  const words = expect.not.stringContaining('Idempotency-Key') as string;
  const byOrm = read(tenant, async (tx) => {
    await tx.tenant.count();
    proxy.cutAfter(0);
  });
  await expect(byOrm).rejects.toMatchObject({ code: 'unavailable', message: words });
  const plain = read.onConnection(tenant, async (client) => {
    await client.query('select 1');
    proxy.cutAfter(0);
  });
  await expect(plain).rejects.toMatchObject({ code: 'unavailable', message: words });
});
