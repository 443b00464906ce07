/** What one accepted signal and one real turn cost in processor time, in this process and in the database: a small landscape, one signal per turn. */
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { acceptSignals } from '@/server/health/acceptSignals';
import { consumeHealth } from '@/server/health/consume';
import { applyManifest } from '@/server/manifest/applyManifest';
import { tenantDb } from '@/server/db/tenantDb';
import { largeManifest } from '@/lab/bench/largeManifest';
import { cpuBetween, databaseCpu } from './databaseCpu';

const PRINCIPAL = { type: 'system', id: 'bench', name: 'bench', scopes: ['read', 'write'], role: null, canSeeRevenue: true } as const;

interface Cost {
  ownMs: number;
  databaseMs: number | null;
}

/** Prints two lines. */
export async function turnCost(database: Database, components: number, times: number): Promise<void> {
  const { tenantId } = await createTenant(database, { name: 'Bench', plan: 'Enterprise' });
  const tenant = tenantDb(database, tenantId);
  const source = { text: JSON.stringify(largeManifest({ components, dependencies: components * 3 })), contentType: 'application/json' };
  await applyManifest(tenant, { ...PRINCIPAL, type: 'key' }, { source, prune: false, impact: false });
  const accept = async (number: number): Promise<void> => {
    const component = `component-${(number * 7) % components}`;
    await acceptSignals(tenant, 'Enterprise', [{ component, state: number % 2 === 0 ? 'Outage' : 'Healthy' }], new Date());
  };
  const costOf = async (work: (number: number) => Promise<unknown>): Promise<Cost> => {
    const [before, own] = [await databaseCpu(database), process.cpuUsage()];
    for (let number = 0; number < times; number++) await work(number);
    const [used, after] = [process.cpuUsage(own), await databaseCpu(database)];
    const inDatabase = cpuBetween(before, after);
    return { ownMs: (used.user + used.system) / 1_000 / times, databaseMs: inDatabase === null ? null : inDatabase / times };
  };
  const both = async (number: number): Promise<void> => {
    await accept(number);
    if ((await consumeHealth(60_000, tenantId)).signals !== 1) throw new Error('There was no signal to take in.');
  };
  // Everything is loaded and all connections are open before measuring starts.
  await both(0);
  await both(1);
  const accepting = await costOf(accept);
  await consumeHealth(60_000, tenantId);
  const together = await costOf(both);
  const lessAccepting = (whole: number | null, part: number | null): number | null =>
    whole === null || part === null ? null : Math.max(0, whole - part);
  print('one signal accepted', accepting);
  print(`one turn of ${components.toLocaleString('en')} components with one signal`, {
    ownMs: Math.max(0, together.ownMs - accepting.ownMs),
    databaseMs: lessAccepting(together.databaseMs, accepting.databaseMs),
  });
}

function print(what: string, { ownMs, databaseMs }: Cost): void {
  const there = databaseMs === null ? 'unknown' : `${databaseMs.toFixed(2)} ms`;
  process.stdout.write(`  ${what}, processor time: ${ownMs.toFixed(2)} ms here, ${there} in the database\n`);
}
