/** The script of the guide with the real Prometheus and Alertmanager, where they are installed. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from 'node:http';
import { startScheduler, type Scheduler } from '@/ops/process/scheduler';
import { useOwnDatabase } from '@/test/database';
import { nodeServer, sendTo } from '@/test/restMounts';
import { createKey, created, createRestTenant } from '@/test/restTenants';
import { findPrograms } from './trial';

const { database, owner } = await useOwnDatabase();

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function isInstalled(): boolean {
  try {
    findPrograms(process.env.PATH ?? '');
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!isInstalled())('with Prometheus and Alertmanager', () => {
  let server: Server;
  let port: number;
  let scheduler: Scheduler;
  beforeAll(async () => {
    ({ server, port } = await nodeServer());
    scheduler = startScheduler();
  });
  afterAll(async () => {
    await scheduler.stop();
    server.closeAllConnections();
    server.close();
  });

  it('an alert becomes an incident, and its end resolves it', async () => {
    const tenant = await createRestTenant(database, sendTo(port));
    const { id: applicationId } = (await created(tenant, '/applications', { name: 'Shop', technicalName: 'shop' })) as { id: string };
    await created(tenant, '/components', { name: 'Database', technicalName: 'astronomy-db', applicationId });
    await owner.query('update tenant set "resolveAfterSeconds" = 2 where id = $1', [tenant.tenantId]);
    const { key } = await createKey(database, tenant.tenantId, ['read', 'health']);
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', MAIN, '--component', 'astronomy-db'], {
      env: { ...process.env, FAULTLINE_URL: `http://127.0.0.1:${port}`, FAULTLINE_TENANT: tenant.tenantId, FAULTLINE_KEY: key },
    });
    const told = stdout.trimEnd().split('\n');
    for (const line of told) expect(line).toMatch(/^ *\d+\.\d s {2}/);
    expect(told.map((line) => line.replace(/^ *\d+\.\d s {2}/, ''))).toEqual([
      'Prometheus and Alertmanager are ready',
      'shop_database_up is 0 now',
      'Prometheus: the alert ShopDatabaseDown fires',
      'Alertmanager: has the alert',
      'Faultline: astronomy-db is unhealthy (Outage)',
      'Faultline: there is an incident (number 1, Open, its cause is astronomy-db)',
      'shop_database_up is 1 again',
      'Prometheus: the alert ShopDatabaseDown is gone',
      'Faultline: astronomy-db is healthy',
      'the incident is resolved once it has been quiet for 2 s',
      'Faultline: the incident is resolved (number 1)',
    ]);
  });
});
