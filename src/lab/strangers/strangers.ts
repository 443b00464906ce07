/** What idle clients cost: memory for 10,000 idle connections and 2,000 live feeds with many keys. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { closeServer, createFrontServer, listen } from '@/doors/http/httpServer';
import { originReader } from '@/doors/http/trustedProxy';
import { handleApi } from '@/doors/apiHandler';
import { MEBIBYTE } from '@/plain/sizes';
import { createApiKey } from '@/server/auth/apiKeys';
import { createTenant } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { closeFeeds, MOST_PER_PRINCIPAL } from '@/server/feed/eventFeed';
import { tenantDb } from '@/server/db/tenantDb';
import { withProcessDatabase } from '@/lab/bench/benchDatabase';
import type { BenchmarkInput } from '@/lab/bench/benchmarkInput';
import type { HoldOrder } from './holder';

const SYSTEM = { type: 'system', id: 'bench', name: 'bench' } as const;
const FULL = { idle: 10_000, tenants: 5, keysEach: 20 };
const TINY = { idle: 10, tenants: 1, keysEach: 1 };
const TARGET_MEBIBYTES = 300;

/** Prints everything to standard output. */
export async function run({ isTiny, addresses }: BenchmarkInput): Promise<void> {
  const size = isTiny ? TINY : FULL;
  await withProcessDatabase(addresses, async (database) => {
    const holder = fork(join('src', 'lab', 'strangers', 'holder.ts'), { execArgv: ['--import', 'tsx'] });
    await once(holder, 'message');
    const server = createFrontServer({ rest: handleApi, web: () => Promise.resolve(), upgrade: null }, originReader(''));
    try {
      const port = await listen(server, 0, '127.0.0.1');
      const feeds = await feedsOf(database, size);
      const before = await resident();
      const idleOnly = await hold(holder, { port, idle: size.idle, feeds: [] });
      const withIdle = await resident();
      const all = await hold(holder, { port, idle: 0, feeds });
      const after = await resident();
      told(`${idleOnly.idle} idle connections`, withIdle - before);
      told(`${all.open} of ${feeds.length} live feeds`, after - withIdle);
      const total = after - before;
      told('together', total, total <= TARGET_MEBIBYTES * MEBIBYTE ? 'met' : 'NOT MET');
    } finally {
      holder.kill();
      closeFeeds();
      await closeServer(server, 0);
    }
  });
}

/** As many feeds as a key may have. */
async function feedsOf(database: Database, { tenants, keysEach }: typeof FULL): Promise<[string, string][]> {
  const feeds: [string, string][] = [];
  for (let index = 0; index < tenants; index += 1) {
    const { tenantId } = await createTenant(database, { name: `Strangers ${index}`, plan: 'Enterprise' });
    for (let count = 0; count < keysEach; count += 1) {
      const { key } = await createApiKey(tenantDb(database, tenantId), SYSTEM, { name: `key ${count}`, scopes: ['read'] });
      for (let feed = 0; feed < MOST_PER_PRINCIPAL; feed += 1) feeds.push([`/api/${tenantId}/events`, key]);
    }
  }
  return feeds;
}

async function hold(holder: ReturnType<typeof fork>, order: HoldOrder): Promise<{ idle: number; open: number }> {
  const held = once(holder, 'message');
  holder.send(order);
  const [answer] = (await held) as [{ idle: number; open: number; error?: string }];
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

/** Resident memory in bytes, after garbage collection. */
async function resident(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time += 1) {
    collect();
    await sleep(200);
  }
  return process.memoryUsage.rss();
}

function told(what: string, bytes: number, verdict = ''): void {
  process.stdout.write(`  ${what.padEnd(32)} ${(bytes / MEBIBYTE).toFixed(1)} MiB ${verdict}\n`);
}
