/** How many answers a second one, two and four processes give on 32 connections, of the real server with a database beside it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateAddresses } from '@/ops/postgres/installationAddresses';
import type { DatabaseAddresses } from '@/server/db/databaseAddresses';
import { startServer } from '@/test/startedServer';
import { withProcessDatabase } from './benchDatabase';
import { type BenchTenant, prepareTenant } from './benchTenant';
import type { BenchmarkInput } from './benchmarkInput';
import { getRequest, type LoadResult } from '@/lab/load/protocol';
import { startSender, type Sender } from '@/lab/load/startSender';

const FULL = { components: 10_000, connections: 32, measuredMs: 3_000, warmUpMs: 2_000, processes: [1, 2, 4] };
const TINY = { components: 40, connections: 4, measuredMs: 200, warmUpMs: 0, processes: [1, 2] };

interface World extends BenchTenant {
  size: typeof FULL;
  sender: Sender;
  addresses: DatabaseAddresses;
}

/** Prints everything to standard output. */
export async function run({ isTiny, addresses: given }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  await withProcessDatabase(given, async (database, addresses) => {
    const sender = await startSender();
    try {
      const { components, connections } = size;
      process.stdout.write(
        `${components.toLocaleString('en')} components, ${connections} connections, ${availableParallelism()} cores for the processes, the database and the load\n`,
      );
      const world: World = { size, sender, addresses, ...(await prepareTenant(database, size)) };
      for (const processes of size.processes) await measure(processes, world);
    } finally {
      sender.stop();
    }
  });
}

async function measure(processes: number, { size, sender, addresses, tenantId, keys, ids }: World): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'faultline-processes-'));
  chmodSync(directory, 0o711);
  const environment: NodeJS.ProcessEnv = {
    NODE_ENV: 'production',
    FAULTLINE_SECRET: process.env.FAULTLINE_SECRET,
    FAULTLINE_PROCESSES: String(processes),
    DATABASE_POOLING: 'session',
    LOG_LEVEL: 'error',
  };
  stateAddresses({ ...addresses, owner: null }, environment);
  const server = await startServer(directory, environment as Record<string, string>);
  try {
    const lines: [string, readonly string[]][] = [
      ['GET /components', ['/components?limit=50']],
      ['GET /blast-radius', ids.map((id) => `/blast-radius?entityType=component&entityId=${id}&direction=downstream&maxDepth=2`)],
    ];
    for (const [question, paths] of lines) {
      const connections = keys.map((key) => paths.map((path) => getRequest(`/api/${tenantId}${path}`, { authorization: `Bearer ${key}` })));
      const { measuredMs, warmUpMs } = size;
      tell(processes, question, await sender.send({ port: server.port, connections, measuredMs, warmUpMs }));
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function tell(processes: number, question: string, { perSecond, p50Ms, p99Ms, statuses }: LoadResult): void {
  const many = `${processes} ${processes === 1 ? 'process' : 'processes'}`;
  // Right after their start, more processes than cores may leave every question of the first seconds waiting.
  const figures = perSecond === 0 ? 'no answer' : `p50 ${p50Ms.toFixed(2)} ms p99 ${p99Ms.toFixed(2)} ms`;
  process.stdout.write(`  ${many.padEnd(12)} ${question.padEnd(18)} ${perSecond.toFixed(0).padStart(6)}/s ${figures}\n`);
  const failed = Object.keys(statuses).filter((status) => status !== '200');
  if (failed.length > 0) process.stdout.write(`    answers other than 200: ${JSON.stringify(statuses)}\n`);
}
