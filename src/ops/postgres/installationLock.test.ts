/** Who holds a data directory: one process at a time, whatever pids say, and not for ever. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EXPIRES_AFTER_MS, keepBeating, takeDirectory, type Holding } from './installationLock';
import { askSocket, listenOn } from './localSocket';

let directory: string;
const held: Holding[] = [];
const children: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-held-'));
});
afterEach(() => {
  for (const holding of held.splice(0)) holding.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true, force: true });
});

async function take(purpose = 'server', kernel?: string) {
  const taken = await takeDirectory(directory, purpose, kernel);
  if (taken.holding !== null) held.push(taken.holding);
  return taken;
}

/** Another process that holds the directory. */
async function holder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join('src', 'test', 'holdDirectory.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  children.push(child);
  await once(child.stdout!, 'data');
  return child;
}

const holders = (): string[] => readdirSync(join(directory, 'holders')).sort();
const nameOf = (entry: string | undefined): string => entry?.replace(/\.\w+$/, '') ?? '';

/** The only holder is of another host, last heard of so long ago. */
function moveToAnotherHost(milliseconds: number): void {
  const name = nameOf(holders()[0]);
  const file = join(directory, 'holders', `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), kernel: 'another', host: 'elsewhere' }));
  const at = new Date(Date.now() - milliseconds);
  utimesSync(join(directory, 'holders', `${name}.beat`), at, at);
}

describe('a data directory', () => {
  it('is held by the first, and the second learns by whom', async () => {
    expect((await take()).holding).not.toBeNull();
    const second = await take('admin');
    expect(second).toMatchObject({ holding: null, busy: { pid: process.pid, purpose: 'server' } });
    expect(holders().filter((name) => name.endsWith('.sock'))).toHaveLength(1);
  });

  it('can be taken again after its release, which leaves nothing', async () => {
    (await take()).holding?.release();
    expect(holders()).toEqual([]);
    expect((await take()).holding).not.toBeNull();
  });

  it('never has two holders, however many come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const all = await Promise.all(Array.from({ length: 8 }, () => take()));
      expect(all.filter(({ holding }) => holding !== null).length).toBeLessThanOrEqual(1);
      for (const holding of held.splice(0)) holding.release();
    }
    expect((await take()).holding).not.toBeNull();
  });

  it.skipIf(process.platform === 'win32')('stays held by a process that is stopped, and is free at once when that was killed', async () => {
    const child = await holder();
    process.kill(child.pid!, 'SIGSTOP');
    expect((await take()).busy).toMatchObject({ purpose: 'server', isHolding: true });
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');
    expect((await take()).holding).not.toBeNull();
    expect(holders().filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  it('is not judged by pids: a dead holder with the pid of a living process is dead', async () => {
    const child = await holder();
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');
    const file = join(directory, 'holders', `${nameOf(holders()[0])}.json`);
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), pid: process.pid }));
    expect((await take()).holding).not.toBeNull();
  });

  it.each([
    [EXPIRES_AFTER_MS - 10_000, false],
    [EXPIRES_AFTER_MS + 10_000, true],
  ])('of another host that was heard of %d ms ago is free: %s', async (milliseconds, isFree) => {
    const child = await holder();
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'exit');
    moveToAnotherHost(milliseconds);
    expect((await take()).holding !== null).toBe(isFree);
  });

  it('works below a path that is too long for a socket', async () => {
    directory = join(directory, 'long'.repeat(20), 'longer'.repeat(20));
    mkdirSync(directory, { recursive: true });
    expect((await take()).holding).not.toBeNull();
    expect(holders().filter((name) => name.endsWith('.sock'))).toHaveLength(1);
    expect((await take()).busy).toMatchObject({ pid: process.pid });
  });
});

describe('a holder', () => {
  it('that was stopped for more than a minute says so before it beats again, and one that has lost the directory stops', () => {
    const said: string[] = [];
    let [now, isOurs] = [0, true];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const beatAt = (moment: number): void => {
      now = moment;
      vi.advanceTimersToNextTimer();
    };
    try {
      const holding = { beat: () => void said.push('beat'), isStillOurs: () => isOurs };
      keepBeating(holding, { overdue: () => void said.push('overdue'), lost: () => void said.push('lost') }, () => now);
      beatAt(5_000);
      beatAt(5_001 + EXPIRES_AFTER_MS);
      isOurs = false;
      beatAt(now + 5_000);
      beatAt(now + 5_000);
    } finally {
      vi.useRealTimers();
    }
    expect(said).toEqual(['beat', 'overdue', 'beat', 'lost']);
  });
});

describe('a socket', () => {
  it('is missing, living or refused', async () => {
    const path = join(directory, 'socket');
    expect(await askSocket(path)).toBe('missing');
    const server = await listenOn(path);
    expect(await askSocket(path)).toBe('living');
    server.close();
    writeFileSync(path, '');
    expect(await askSocket(path)).toBe('refused');
  });
});
