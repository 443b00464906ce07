/**
 * What tenants cost in memory and disk: a real server with one process and a database beside it, which more and more tenants use. Each row adds
 * to those above it. Works only on Linux, and if the database runs on this machine.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import type { Database } from '@/server/db/database';
import { startServer } from '@/test/startedServer';
import { withProcessDatabase } from './benchDatabase';
import { type BenchTenant, prepareTenant } from './benchTenant';
import type { BenchmarkInput } from './benchmarkInput';

const FULL = [
  { tenants: 1, components: 100 },
  { tenants: 10, components: 100 },
  { tenants: 1, components: 1_000 },
  { tenants: 1, components: 10_000 },
  { tenants: 89, components: 100 },
];
const LARGE = [{ tenants: 1_000, components: 100 }];
const TINY = [{ tenants: 2, components: 20 }];

interface Used {
  /** Resident, of the server's process. */
  server: number;
  /** The proportional share of all processes of PostgreSQL. */
  postgres: number;
  disk: number;
}

/** Prints everything to standard output. */
export async function run({ isTiny, isLarge, addresses: given }: BenchmarkInput): Promise<void> {
  await withProcessDatabase(given, async (database, addresses) => {
    const directory = mkdtempSync(join(tmpdir(), 'faultline-sizing-'));
    chmodSync(directory, 0o711);
    const environment: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      FAULTLINE_SECRET: process.env.FAULTLINE_SECRET,
      FAULTLINE_PROCESSES: '1',
      LOG_LEVEL: 'error',
    };
    stateAddresses({ ...addresses, owner: null }, environment);
    const server = await startServer(directory, environment as Record<string, string>);
    try {
      let before = await used(database, server.pid);
      tell('without a tenant', before, before.disk);
      for (const { tenants, components } of isTiny ? TINY : isLarge ? LARGE : FULL) {
        for (let number = 0; number < tenants; number += 1)
          await askEverything(server.address, await prepareTenant(database, { components, connections: 1 }));
        const after = await used(database, server.pid);
        tell(`${tenants.toLocaleString('en')} × ${components.toLocaleString('en')}`, after, after.disk - before.disk);
        before = after;
      }
    } finally {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

async function askEverything(address: string, { tenantId, keys: [key = ''], ids }: BenchTenant): Promise<void> {
  const paths = [
    ...ids.slice(0, 5).map((id) => `/blast-radius?entityType=component&entityId=${id}&direction=downstream`),
    '/impact/snapshot',
    '/weak-points/summary',
    '/components?limit=50',
    '/incidents',
  ];
  for (const path of paths) {
    const answer = await fetch(`${address}/api/${tenantId}${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

async function used(database: Database, serverPid: number): Promise<Used> {
  const { rows } = await database.systemPool.query<{ disk: string; pid: number }>(
    'select pg_database_size(current_database()) as disk, pg_backend_pid() as pid',
  );
  const [{ disk, pid } = { disk: '0', pid: 0 }] = rows;
  return {
    server: numberIn(`/proc/${serverPid}/status`, 'VmRSS') * 1_024,
    postgres: shareOf(numberIn(`/proc/${pid}/status`, 'PPid')),
    disk: Number(disk),
  };
}

/** The proportional share of a process and its children, in bytes. */
function shareOf(parent: number): number {
  let kilobytes = 0;
  for (const pid of readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number))
    try {
      if (pid === parent || numberIn(`/proc/${pid}/status`, 'PPid') === parent) kilobytes += numberIn(`/proc/${pid}/smaps_rollup`, 'Pss');
    } catch {
      // It has just ended.
    }
  return kilobytes * 1_024;
}

function numberIn(path: string, line: string): number {
  return Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1]);
}

function tell(what: string, { server, postgres }: Used, disk: number): void {
  const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`.padStart(10);
  process.stdout.write(
    `  ${what.padEnd(20)} memory of the server${inMegabytes(server)}   of PostgreSQL${inMegabytes(postgres)}   disk${inMegabytes(disk)}\n`,
  );
}
