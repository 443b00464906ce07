/** The embedded database survives stops, kills and lost files. These tests really start and kill servers. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { randomFrom } from '@/lab/randomFrom';
import { keepCluster } from './clusterKeeper';
import { type Cluster, endLeftoverIn, startCluster } from './embeddedPostgres';
import { findPostgresUser } from './postgresUser';
import { identifyProcess } from '@/server/processIdentity';
import { PATIENT } from '@/test/patience';

/** Few by default; FAULTLINE_KILLS=200 takes some minutes. */
const KILLS = Number(process.env.FAULTLINE_KILLS ?? 10);
const KILL_SEED = Number(process.env.FAULTLINE_KILL_SEED ?? 20_261_124);

let parent: string;
let home: string;
const running: Cluster[] = [];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'faultline-cluster-'));
  chmodSync(parent, 0o711);
  home = join(parent, 'postgres');
});
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
  if (existsSync(join(home, 'data'))) await endLeftoverIn(home);
  rmSync(parent, { recursive: true, force: true });
});

async function startHere(): Promise<Cluster> {
  const cluster = await startCluster({ home, log: () => undefined });
  running.push(cluster);
  return cluster;
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Kills the server without waiting for its workers. */
async function endAbruptly(cluster: Cluster): Promise<void> {
  process.kill(postmasterPid(), 'SIGKILL');
  await cluster.exited;
}

function spawnHolder(): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [join('node_modules', 'tsx', 'dist', 'cli.mjs'), join('src', 'test', 'holdCluster.ts'), home], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

async function holdInAnotherProcess(): Promise<{ holder: ChildProcess; url: string }> {
  const holder = spawnHolder();
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  return { holder, url: line.toString('utf8').trim() };
}

describe('the embedded database', () => {
  it('ends within ten seconds after its owner process was killed', async () => {
    const { holder } = await holdInAnotherProcess();
    const orphan = postmasterPid();
    process.kill(-(holder.pid ?? 0), 'SIGKILL');
    await vi.waitFor(() => expect(identifyProcess(orphan)).toBeNull(), { timeout: 10_000, interval: 100 });
  });

  it('keeps its data and password over a stop and a start', async () => {
    const first = await startHere();
    await query(first.addresses.owner, 'create table kept (word text)');
    await query(first.addresses.owner, `insert into kept values ('stays')`);
    await first.stop();
    const second = await startHere();
    expect(await query(second.addresses.owner, 'select word from kept')).toEqual([{ word: 'stays' }]);
    expect(new URL(second.addresses.owner).password).toBe(new URL(first.addresses.owner).password);
  });

  it('is stopped and started again after its owner process was killed', async () => {
    const { holder, url } = await holdInAnotherProcess();
    await query(url, `create table kept as select 'stays' as word`);
    const orphan = postmasterPid();
    process.kill(-(holder.pid ?? 0), 'SIGKILL');
    await once(holder, 'exit');
    const next = await startHere();
    expect(identifyProcess(orphan)).toBeNull();
    expect(await query(next.addresses.owner, 'select word from kept')).toEqual([{ word: 'stays' }]);
  });

  it('recovers committed work when the server itself was killed', async () => {
    const first = await startHere();
    await query(first.addresses.owner, `create table kept as select 'stays' as word`);
    process.kill(postmasterPid(), 'SIGKILL');
    await first.exited;
    const second = await startHere();
    expect(await query(second.addresses.owner, 'select word from kept')).toEqual([{ word: 'stays' }]);
  });

  it.skipIf(process.platform !== 'linux')('starts although the killed server is a zombie that nobody reaps', async () => {
    const first = await startHere();
    await first.stop();
    // The shell is replaced by a program that never waits for its children. It runs as the server's user, because only that user may signal
    // the server.
    const user = findPostgresUser();
    const keeper = spawn('sh', ['-c', 'true & exec sleep 60'], {
      stdio: 'ignore',
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
    await once(keeper, 'spawn');
    const childOf = (): number => Number(readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8'));
    try {
      await vi.waitFor(() => expect(readFileSync(`/proc/${childOf()}/stat`, 'utf8')).toContain(') Z '), PATIENT);
      writeFileSync(join(home, 'data', 'postmaster.pid'), `${childOf()}\n${join(home, 'data')}\n1\n5432\n\n127.0.0.1\n`);
      expect(await query((await startHere()).addresses.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      keeper.kill('SIGKILL');
    }
  });

  it(`starts after each of ${KILLS} kills of the server and its owner process at random moments`, async () => {
    const random = randomFrom(KILL_SEED);
    const failed: string[] = [];
    let rows = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      // A creation is killed too, before anything of the last one is left.
      if (kill % 10 === 9) {
        rmSync(home, { recursive: true, force: true });
        rows = 0;
      }
      const holder = spawnHolder();
      const ended = once(holder, 'exit');
      await delay(random() * (kill % 10 === 9 ? 5_000 : 2_500));
      const server = existsSync(join(home, 'data', 'postmaster.pid')) ? postmasterPid() : 0;
      // In either order, and at once.
      const kills = [() => process.kill(-(holder.pid ?? 0), 'SIGKILL'), () => server > 0 && process.kill(server, 'SIGKILL')];
      for (const strike of random() < 0.5 ? kills : kills.reverse())
        try {
          strike();
        } catch {
          // It has not begun yet, or is gone.
        }
      await ended;
      try {
        const cluster = await startHere();
        await query(cluster.addresses.owner, 'create table if not exists kept (n int)');
        await query(cluster.addresses.owner, `insert into kept values (${kill})`);
        rows += 1;
        expect(await query(cluster.addresses.owner, 'select count(*)::int as rows from kept')).toEqual([{ rows }]);
        running.pop();
        await (random() < 0.5 ? cluster.stop() : endAbruptly(cluster));
      } catch (error) {
        failed.push(`kill ${kill}: ${(error as Error).message}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('that ends unexpectedly is restarted at the same address, and stops on request', async () => {
    const said: string[] = [];
    const cluster = await keepCluster({ home, log: (line) => said.push(line) });
    running.push(cluster);
    await query(cluster.addresses.owner, `create table kept as select 'stays' as word`);
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    // It answers a moment before it counts as running, and may have answered before it was gone.
    await vi.waitFor(() => expect(said).toContain('The database runs again.'), { timeout: 60_000, interval: 100 });
    expect(await query(cluster.addresses.owner, 'select word from kept')).toEqual([{ word: 'stays' }]);
    expect([postmasterPid() === killed, said]).toEqual([
      false,
      ['The database ended unexpectedly; starting it again …', 'The database runs again.'],
    ]);
    await cluster.stop();
    await cluster.exited;
    await expect(query(cluster.addresses.owner, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('gets a new password when the file with the old one was lost', async () => {
    const first = await startHere();
    await query(first.addresses.owner, `create table kept as select 'stays' as word`);
    await first.stop();
    rmSync(join(home, 'password'));
    const second = await startHere();
    expect(await query(second.addresses.owner, 'select word from kept')).toEqual([{ word: 'stays' }]);
    await expect(query(second.addresses.owner.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('creates a complete cluster after an interrupted creation', async () => {
    mkdirSync(join(home, 'data.new', 'base'), { recursive: true });
    const cluster = await startHere();
    expect(await query(cluster.addresses.owner, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(home, 'data.new'))).toBe(false);
  });

  it('listens only on loopback, and others cannot read its data and password', async () => {
    const cluster = await startHere();
    expect(await query(cluster.superuserUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(statSync(join(home, 'data')).mode & 0o077).toBe(0);
    expect(statSync(join(home, 'password')).mode & 0o077).toBe(0);
    expect(statSync(join(home, 'data')).uid).toBe(findPostgresUser()?.uid ?? process.getuid?.());
  });

  it('is used by a login that is not a superuser and cannot bypass row-level security', async () => {
    const cluster = await startHere();
    const sql = 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user';
    expect(await query(cluster.addresses.owner, sql)).toEqual([{ rolsuper: false, rolbypassrls: false }]);
  });
});
