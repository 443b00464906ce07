/** Two servers never run on one directory: neither from other namespaces, nor while the first is stopped. These tests really start and stop them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENT } from '@/test/patience';
import { endLeftoverIn } from './embeddedPostgres';
import { askSocket } from './localSocket';

/** As in a container: pids, IPC and network of its own. The network is left out, so that the test can ask the database. */
const NAMESPACES = ['unshare', '--fork', '--kill-child', '--pid', '--ipc', '--mount-proc'];
const canUnshare = process.platform === 'linux' && spawnSync(NAMESPACES[0]!, [...NAMESPACES.slice(1), 'true']).status === 0;
if (!canUnshare) console.warn('Namespaces cannot be made here, so nothing is tried across them.');
/** Longer than it takes until another host may take the directory. */
const STOPPED_MS = 62_000;

let directory: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-two-'));
  chmodSync(directory, 0o711);
});
afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null && child.pid !== undefined) killGroup(child.pid);
  await expect.poll(() => serversOf(), { ...PATIENT, timeout: 20_000 }).toEqual([]);
  if (existsSync(join(directory, 'postgres', 'data'))) await endLeftoverIn(join(directory, 'postgres'));
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Starts a server of the installation, and answers with what it says first: its address, or why it refuses. */
async function start(prefix: readonly string[] = []): Promise<{ child: ChildProcess; said: string }> {
  const [command, ...words] = [...prefix, process.execPath, '--import', 'tsx', join('src', 'test', 'holdInstallation.ts')];
  const child = spawn(command!, words, {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: { ...process.env, FAULTLINE_DATA: directory },
  });
  started.push(child);
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, said: line.toString('utf8').trim() };
}

/** Pids, as seen from here, of every process that works in the data directory: those of PostgreSQL. */
function serversOf(): number[] {
  const data = join(directory, 'postgres', 'data');
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return Number.isInteger(pid) && readlinkSync(`/proc/${pid}/cwd`) === data;
      } catch {
        return false;
      }
    });
}

/** The process, as seen from here, that runs the script, in whatever namespace. */
function nodeUnder(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  const own = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return own.includes('holdInstallation') && !own.startsWith('unshare') ? pid : nodeUnder(children[0] ?? 0);
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const kept = (url: string) => query<{ n: number }>(url, 'select n from kept order by n').then((rows) => rows.map(({ n }) => n));

describe('a second server on the same directory', () => {
  it.skipIf(!canUnshare)('from another namespace is refused, and loses nothing of the first', async () => {
    const first = await start(NAMESPACES);
    await query(first.said, 'create table kept as select 1 as n');
    const second = await start(NAMESPACES);
    expect(second.said).toMatch(/refused: Faultline is already running here/);
    const here = await start();
    expect(here.said).toMatch(/refused: .*another container/);
    await query(first.said, 'insert into kept values (2)');
    expect(await kept(first.said)).toEqual([1, 2]);
  });

  it.skipIf(!canUnshare)(
    'is refused while the first is stopped for a minute, which then goes on',
    async () => {
      const first = await start(NAMESPACES);
      await query(first.said, 'create table kept as select 1 as n');
      const holder = nodeUnder(first.child.pid ?? 0);
      process.kill(holder, 'SIGSTOP');
      const begun = performance.now();
      for (let attempt = 0; performance.now() - begun < STOPPED_MS; attempt++) {
        expect([attempt, (await start(attempt % 2 === 0 ? NAMESPACES : [])).said]).toEqual([
          attempt,
          expect.stringContaining('already running'),
        ]);
        await query(first.said, `insert into kept values (${attempt + 2})`);
        await delay(10_000);
      }
      const before = await kept(first.said);
      process.kill(holder, 'SIGCONT');
      // It was silent for so long that another host might have taken the directory, so it starts its database again.
      await expect.poll(() => kept(first.said).catch(() => []), { ...PATIENT, timeout: 60_000 }).toEqual(before);
      await expect
        .poll(
          () =>
            query(first.said, 'insert into kept values (1000)')
              .then(() => true)
              .catch(() => false),
          { ...PATIENT, timeout: 60_000 },
        )
        .toBe(true);
      expect((await start()).said).toMatch(/already running/);
    },
    180_000,
  );

  it('starts as soon as the first was killed, whose database ends by itself', async () => {
    const first = await start();
    await query(first.said, 'create table kept as select 1 as n');
    expect(serversOf().length).toBeGreaterThan(0);
    killGroup(first.child.pid ?? 0);
    const second = await start();
    expect(second.said).toMatch(/^postgresql:/);
    expect(await kept(second.said)).toEqual([1]);
    killGroup(second.child.pid ?? 0);
    await expect.poll(() => serversOf(), { ...PATIENT, timeout: 10_000 }).toEqual([]);
  });

  it.skipIf(!canUnshare)('starts after one in a namespace that is gone, whatever pid its file names', async () => {
    const first = await start(NAMESPACES);
    await query(first.said, 'create table kept as select 1 as n');
    killGroup(first.child.pid ?? 0);
    const second = await start();
    expect(await kept(second.said)).toEqual([1]);
  });

  it.skipIf(!canUnshare)('refuses while a database that it cannot see still answers', async () => {
    const first = await start(NAMESPACES);
    await query(first.said, 'create table kept as select 1 as n');
    // Its holder is taken for dead, as if its socket had been deleted.
    rmSync(join(directory, 'holders'), { recursive: true });
    rmSync(join(directory, 'lock'), { force: true });
    const port = new URL(first.said).port;
    expect(await askSocket(join(directory, 'postgres', 'data', `.s.PGSQL.${port}`))).toBe('living');
    const second = await start(NAMESPACES);
    expect(second.said).toMatch(/refused: (A PostgreSQL still runs on|Faultline is already running)/);
  });
});
