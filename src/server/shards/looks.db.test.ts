/**
 * Checking a share of the tenants reads only the rows of that share, whatever statistics PostgreSQL has. The test counts rows, never time.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addTenant } from '@/lab/replicas/simulatedTurn';
import { claimWork, lookForWork } from '@/server/health/claimWork';
import { processState } from '@/server/processState';
import { claimLane, EMPTY_ROOM, lookForLanes } from '@/server/webhooks/claimLane';
import { startExplainedDatabase, type ExplainedDatabase } from '@/test/explainedStatements';

const TENANTS = 1_000;
const SHARE = 40;
/** The row of work, its tenant, its snapshot with two counters, a signal, and what is above them in the plan. */
const MOST_ROWS_EACH = 10;

let server: ExplainedDatabase;
const tenants = Array.from({ length: TENANTS }, () => randomUUID());

beforeAll(async () => {
  server = await startExplainedDatabase();
  processState('database', () => server.database);
  vi.stubEnv('DATABASE_URL', server.addresses.app);
  vi.stubEnv('DATABASE_SYSTEM_URL', server.addresses.system);
  for (let from = 0; from < TENANTS; from += 8)
    await Promise.all(tenants.slice(from, from + 8).map((tenantId) => addTenant(server.database, tenantId)));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

it.each([
  ['no statistics at all', false],
  ['statistics', true],
])('with %s', async (_, hasStatistics) => {
  if (hasStatistics) await server.analyze();
  const share = tenants.slice(0, SHARE);
  const walkedBy = async (work: () => Promise<unknown>): Promise<number> => {
    const statements = await server.during(work);
    expect(statements.length).toBeGreaterThan(0);
    return Math.max(...statements.map(({ rowsWalked }) => rowsWalked));
  };
  expect(await walkedBy(() => lookForWork(share))).toBeLessThan(SHARE * MOST_ROWS_EACH);
  expect(await walkedBy(() => lookForLanes(share))).toBeLessThan(SHARE * MOST_ROWS_EACH);
  expect(await walkedBy(() => claimLane(new Date(), EMPTY_ROOM, share))).toBeLessThan(SHARE * MOST_ROWS_EACH);
  expect(await walkedBy(() => claimWork(share[0]))).toBeLessThan(2 * MOST_ROWS_EACH);
});
