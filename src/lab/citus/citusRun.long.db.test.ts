/** Runs all of `npm run test:citus` on servers that look like a Citus to it. It cannot tell what would happen on a real one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { distribute } from '@/ops/distribution/distribute';
import { REFERENCE_TABLES, TENANT_TABLES } from '@/ops/distribution/tables';
import { migrate } from '@/ops/postgres/migrate';
import { connected } from '@/test/connected';
import { useOwnDatabase } from '@/test/database';
import { createSpreadDatabase, readCluster } from './cluster';
import { startStandInCluster } from './standInCluster';

const { owner: plain } = await useOwnDatabase();
const cluster = await startStandInCluster();
afterAll(() => cluster.stop());

function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return connected(url, async (client) => (await client.query<Row>(sql)).rows);
}

const databasesOf = (url: string): Promise<{ datname: string }[]> =>
  ask(url, `select datname from pg_database where datname like 'faultline_test_%'`);

function run(more: Record<string, string>, ...only: string[]): { status: number | null; said: string } {
  // As from a shell: without this runner's messages to its own workers.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VITE_|FAULTLINE_|DATABASE_|TEST_|NODE_ENV$|FORCE_COLOR$)/.test(name),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('src', 'ops', 'boot', 'run.mjs'), 'testCitus', ...only], {
    env: { ...Object.fromEntries(kept), NODE_ENV: undefined, NO_COLOR: '1', ...more } as unknown as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
}

describe('a distributed database', () => {
  it('has every table on the right nodes, also after another migration or distribution, and disappears from every node when dropped', async () => {
    const spread = await createSpreadDatabase(await readCluster(cluster.url, null));
    const { owner } = spread.addresses;
    const silent = (): void => undefined;
    const again = await distribute({ url: owner, serving: spread.addresses, isDryRun: false, say: silent });
    expect([again.isDone, again.isCitus, again.steps]).toEqual([true, true, []]);
    const places = again.tables.map(({ name, kind, column }) => [name, kind === 'reference' ? kind : column]);
    expect(Object.fromEntries(places)).toEqual({
      ...TENANT_TABLES,
      ...Object.fromEntries(REFERENCE_TABLES.map((name) => [name, 'reference'])),
    });
    const together = again.tables.filter(({ kind }) => kind === 'distributed').map(({ colocation }) => colocation);
    expect(new Set(together).size).toBe(1);
    const forced = `select relname::text as name from pg_class where relforcerowsecurity order by relname collate "C"`;
    expect(await ask(owner, forced)).toEqual((await plain.query(forced)).rows);
    // As after a migration that adds a table: everything else is already in its place.
    await ask(
      cluster.url.replace(/\/[^/]*$/, new URL(owner).pathname),
      `delete from pg_dist_partition where logicalrelid = 'scenario'::regclass`,
    );
    const said: string[] = [];
    await migrate({ url: owner, isSingleLogin: false, log: (line) => said.push(line) });
    expect(said).toEqual(['scenario: beside its tenants …']);
    expect([await databasesOf(cluster.url), await databasesOf(cluster.workerUrl)]).toEqual([[expect.anything()], [expect.anything()]]);
    await spread.drop();
    expect([await databasesOf(cluster.url), await databasesOf(cluster.workerUrl)]).toEqual([[], []]);
  });

  it('is not created without Citus, or if another installation may use the logins', async () => {
    await expect(readCluster(inject('maintenanceUrl'), null)).rejects.toThrow(/has no Citus 12 or newer/);
    await ask(cluster.url, `comment on role faultline_app is 'of somebody else'`);
    await expect(readCluster(cluster.url, null)).rejects.toThrow(/there is faultline_app already.*a Citus of their own/);
    await ask(cluster.url, `comment on role faultline_app is 'Made for tests of Faultline; any run of them may change its password.'`);
  });
});

describe('the command', () => {
  it('refuses to run without an address, and says what to set', () => {
    expect(run({})).toEqual({ status: 1, said: expect.stringContaining('Set TEST_CITUS_URL to a database') });
  });

  it('runs the suites on the named servers, says that the one for two entry nodes is skipped, and leaves no database behind', async () => {
    const { status, said } = run({ TEST_CITUS_URL: cluster.url }, 'tenantDb', 'claimWork', 'entryNodes');
    expect([status, said]).toEqual([0, expect.stringMatching(/Test Files\s+2 passed \(2\)/)]);
    expect(said).toContain('Left out: the tests of two entry nodes');
    expect([await databasesOf(cluster.url), await databasesOf(cluster.workerUrl)]).toEqual([[], []]);
  });

  it('runs the suite for two entry nodes if a second address is given', () => {
    const second = cluster.url.replace('127.0.0.1', 'localhost');
    const { status, said } = run({ TEST_CITUS_URL: cluster.url, TEST_CITUS_SECOND_URL: second }, 'entryNodes');
    expect([status, said]).toEqual([0, expect.stringMatching(/Tests\s+5 passed/)]);
    expect(said).not.toContain('Left out');
  });

  it('fails if a suite cannot start because a node is missing', async () => {
    await ask(cluster.url, `insert into pg_dist_node (groupid, nodename, nodeport) values (9, '127.0.0.1', 1)`);
    const { status, said } = run({ TEST_CITUS_URL: cluster.url }, 'tenantDb');
    await ask(cluster.url, 'delete from pg_dist_node where groupid = 9');
    expect([status, said]).toEqual([1, expect.stringContaining('The node 127.0.0.1:1 cannot be reached from here')]);
  });
});
