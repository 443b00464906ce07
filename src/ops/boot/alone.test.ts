/** One process at a time prepares a directory: the others wait for a running process, and never for a dead one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATIENT } from '@/test/patience';
import { alone } from './alone.mjs';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-alone-'));
  path = join(directory, 'preparing');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const waitedFor: number[] = [];
beforeEach(() => void waitedFor.splice(0));
const run = <Result>(work: () => Promise<Result>): Promise<Result> => alone(path, work, (pid) => waitedFor.push(pid));
const done = (): Promise<string> => run(() => Promise.resolve('done'));

it('passes on what the work returns or throws, and leaves no file', async () => {
  expect(await done()).toBe('done');
  await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect([readdirSync(directory), waitedFor]).toEqual([[], []]);
});

it('waits for a running process, and names it, until the process is done', async () => {
  let end: () => void = () => undefined;
  const first = run(() => new Promise<string>((resolve) => (end = () => resolve('first'))));
  const order: string[] = [];
  const second = done().then(() => order.push('second'));
  await vi.waitFor(() => expect(waitedFor).toEqual([process.pid]), PATIENT);
  order.push(await (end(), first));
  await second;
  expect([order, readdirSync(directory)]).toEqual([['first', 'second'], []]);
});

it('does not wait for a process that was killed', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(path, String(child.pid));
  expect([await done(), waitedFor]).toEqual(['done', []]);
});

it('does not wait if the file is empty, as a kill could leave it', async () => {
  writeFileSync(path, '');
  expect([await done(), waitedFor]).toEqual(['done', []]);
});

it.skipIf(process.platform !== 'linux')('does not wait for a zombie that nobody reaps', async () => {
  const keeper = spawn('sh', ['-c', 'true & exec sleep 60'], { stdio: 'ignore' });
  try {
    await once(keeper, 'spawn');
    const children = `/proc/${keeper.pid}/task/${keeper.pid}/children`;
    const zombie = await vi.waitFor(
      () => {
        const pid = Number(readFileSync(children, 'utf8'));
        expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
        return pid;
      },
      { timeout: 10_000 },
    );
    writeFileSync(path, String(zombie));
    expect([await done(), waitedFor]).toEqual(['done', []]);
  } finally {
    keeper.kill('SIGKILL');
  }
});

it.skipIf(process.platform !== 'linux')('does not wait for another process that has the same pid by now', async () => {
  writeFileSync(path, `${process.pid} 1`);
  expect([await done(), waitedFor]).toEqual(['done', []]);
});
