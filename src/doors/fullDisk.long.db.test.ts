/**
 * A file system without a free byte under the database: everything is read, each change is refused with 503 and none with 500, what was
 * accepted before is kept, and once there is space everything works again by itself.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from '@/ops/postgres/embeddedPostgres';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import { migrate } from '@/ops/postgres/migrate';
import { database as ownDatabase } from '@/server/db/database';
import { consumeHealth } from '@/server/health/consume';
import { readyProbe } from '@/server/observability/probes';
import { forgetProcessState } from '@/server/processState';
import { answerOf, type Credential, PROCEDURES } from '@/test/matrix/procedures';
import type { Names } from '@/test/matrix/names';
import { populate } from '@/test/matrix/populatedTenant';
import { matrixRows } from '@/test/matrix/rows';
import { sendToWeb } from '@/test/restMounts';
import { signedInMember } from '@/test/restPeople';
import { createRestTenant, type RestTenant } from '@/test/restTenants';

const directory = mkdtempSync(join(tmpdir(), 'faultline-full-'));
const ballast = join(directory, 'ballast');

function mayMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', directory], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes until nothing fits any more, not even a page. */
function fill(): void {
  const file = openSync(ballast, 'a');
  for (const size of [1 << 20, 4096, 1]) {
    const block = Buffer.alloc(size, 1);
    try {
      for (;;) if (writeSync(file, block) < size) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

const isMounted = mayMount();
let cluster: Cluster;
let tenant: RestTenant;
let own: Names;
let member: Credential;

beforeAll(async () => {
  if (!isMounted) return;
  chmodSync(directory, 0o777);
  cluster = await startCluster({ home: join(directory, 'cluster'), log: () => undefined });
  await migrate({ url: cluster.addresses.owner, isSingleLogin: false, log: () => undefined });
  stateAddresses({ ...cluster.addresses, owner: null }, process.env);
  forgetProcessState('database');
  tenant = await createRestTenant(ownDatabase(), sendToWeb);
  own = await populate(ownDatabase(), tenant, 'own');
  member = { session: await signedInMember(ownDatabase(), tenant.tenantId, 'Owner') };
});

afterAll(async () => {
  if (isMounted) {
    await ownDatabase().close();
    await cluster.stop();
    execFileSync('umount', [directory]);
  }
  rmSync(directory, { recursive: true, force: true });
});

const READS = ['/tenant', '/applications', '/components/own-component', '/impact/snapshot', '/incidents', '/manifest', '/changes'];
/** Of about eighty procedures that write; the others have room in a page or change nothing. */
const REFUSED_AT_LEAST = 15;
const codeOf = (said: unknown): string => (said as { code?: string } | null)?.code ?? 'done';
const writes = async (): Promise<unknown> => {
  const { status, body } = await readyProbe();
  return [status, (JSON.parse(body) as { writes: { state: string } }).writes.state];
};

// Only root may mount a file system of a size of its own.
it.skipIf(!isMounted)('refuses what cannot be written, reads on, and recovers', async () => {
  const { status, body } = await tenant.call('POST', '/applications', { json: { name: 'Kept', technicalName: 'kept' } });
  expect(status).toBe(201);
  fill();
  const rows = matrixRows(() => own);
  const codes = new Map<string, string[]>();
  for (const { name, type, access } of PROCEDURES) {
    if (type === 'query') continue;
    for (const input of rows[name]?.(own) ?? [])
      for (const who of access.scope === null ? [member] : [{ key: tenant.keys.all }, member])
        codes.set(name, [...(codes.get(name) ?? []), codeOf(await answerOf(name, input, who, tenant.tenantId))]);
  }
  // A large change reaches the end of the last page that was free before.
  const technologies = Array.from({ length: 5_000 }, (_, at) => ({ technicalName: `filler-${at}`, name: `Filler ${at}` }));
  const large = await tenant.call('POST', '/manifest/apply', { json: { version: 1, name: 'filler', technologies } });
  expect([large.status, large.body.code, large.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
  expect(large.body.detail).toContain('The disk of the database is full.');
  const signal = await tenant.call('POST', '/health-signals', { json: { signals: [{ component: 'own-component', state: 'Outage' }] } });
  expect([202, 503]).toContain(signal.status);
  expect([...codes].filter(([, said]) => said.includes('internal'))).toEqual([]);
  expect([...codes].filter(([, said]) => said.includes('unavailable')).length).toBeGreaterThan(REFUSED_AT_LEAST);
  for (const path of READS) expect([path, (await tenant.call('GET', path)).status]).toEqual([path, 200]);
  expect(await writes()).toEqual([200, 'Refused']);
  rmSync(ballast);
  const again = await tenant.call('POST', '/applications', { json: { name: 'After', technicalName: 'after' } });
  expect(again.status).toBe(201);
  await expect.poll(writes, { timeout: 90_000, interval: 1_000 }).toEqual([200, 'Accepted']);
  expect((await tenant.call('GET', `/applications/${String(body.id)}`)).status).toBe(200);
  await consumeHealth(30_000, tenant.tenantId);
});
