import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identifyProcess } from '@/server/processIdentity';
import { announce, clearDeadAnnouncement } from './announcement';

const before = process.env.FAULTLINE_DATA;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-announcement-'));
  process.env.FAULTLINE_DATA = directory;
});
afterEach(() => {
  if (before === undefined) delete process.env.FAULTLINE_DATA;
  else process.env.FAULTLINE_DATA = before;
  rmSync(directory, { recursive: true, force: true });
});

const file = (): string => join(directory, 'server.json');

/** Announces the server, and returns what runs when it stops. */
async function announced(address: string): Promise<() => void> {
  let atStop: () => void = () => undefined;
  await announce(address, {
    onStop: (_title, stop) => {
      atStop = () => void stop();
      return Promise.resolve();
    },
  });
  return atStop;
}

it('a server announces itself, and removes the announcement when it stops', async () => {
  const stop = await announced('http://localhost:3000');
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ address: 'http://localhost:3000', pid: process.pid });
  stop();
  expect(existsSync(file())).toBe(false);
});

it('the announcement of another running server survives start and stop of this one; that of a dead server is removed', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
  await once(other, 'spawn');
  const theirs = JSON.stringify({ address: 'http://localhost:4000', ...identifyProcess(other.pid ?? 0) });
  writeFileSync(file(), theirs);
  clearDeadAnnouncement();
  (await announced('http://localhost:3000'))();
  expect(readFileSync(file(), 'utf8')).toBe(theirs);
  other.kill('SIGKILL');
  await once(other, 'exit');
  clearDeadAnnouncement();
  expect(existsSync(file())).toBe(false);
});
