/** The short part of the fault suite: one server in this process, its connections to PostgreSQL cut, stalled and refused, and the checker at the end. */
import { afterAll, expect, it } from 'vitest';
import { randomFrom } from '@/lab/randomFrom';
import { startWorkers } from '@/ops/process/workers';
import { database as openedDatabase, openDatabase } from '@/server/db/database';
import { createLog } from '@/server/observability/log';
import { processState } from '@/server/processState';
import { CuttingProxy } from '@/test/cuttingProxy';
import { useOwnDatabase } from '@/test/database';
import { nodeServer } from '@/test/restMounts';
import { Trial } from './trial';

const SEED = 61;

process.env.WEBHOOK_ALLOW_LOOPBACK = '1';
const { database, addresses } = await useOwnDatabase();
// Requests are meant to fail here, so nobody needs to read about it.
processState('log', () => createLog('silent', () => undefined));
const proxy = await CuttingProxy.before(addresses.app);
processState('database', () => openDatabase({ ...addresses, app: proxy.url, system: proxy.urlFor(addresses.system) }, 8, 'session'));
const { server, port } = await nodeServer();
const workers = startWorkers(openedDatabase());
afterAll(async () => {
  await workers.stop();
  server.closeAllConnections();
  server.close();
  await openedDatabase().close();
  await proxy.close();
  delete process.env.WEBHOOK_ALLOW_LOOPBACK;
});

it('connections that are cut, stalled or refused break no promise, and everything recovers', async () => {
  const random = randomFrom(SEED);
  const wait = (most: number) => new Promise((resolve) => setTimeout(resolve, random() * most));
  const faults = [
    async () => {
      for (let cut = 0; cut < 6; cut++) {
        proxy.cutAfter(Math.floor(random() * 20));
        await wait(60);
      }
      proxy.cutAfter(Number.POSITIVE_INFINITY);
    },
    async () => {
      proxy.stall(true);
      await wait(300);
      proxy.stall(false);
    },
    async () => {
      proxy.stayAway(true);
      await wait(300);
      proxy.stayAway(false);
    },
  ];
  const pace = { writers: 2, readers: 2, pushers: 2, pauseMs: 30 };
  const trial = await Trial.begin({ database, targets: [{ replica: 0, port: () => port }], random, watched: 20, pace, refused: 0 });
  for (const fault of faults) {
    await wait(200);
    await fault();
  }
  expect(await trial.awaitRecovery(60_000)).toBeTypeOf('object');
  const { violations, counts } = await trial.judge([]);
  expect(violations).toEqual([]);
  // Without this, a run in which nothing happened would pass.
  expect(counts['changes acknowledged']).toBeGreaterThan(10);
  expect(counts['signals accepted']).toBeGreaterThan(10);
  expect(counts['answers checked']).toBeGreaterThan(10);
});
