/** The lock of an installation: it has one owner, and a dead owner does not keep it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockOwner, tryLock } from './homeLock';
import { identifyProcess } from '@/server/processIdentity';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faultline-lock-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function writeLock(content: object | string): void {
  writeFileSync(join(directory, 'lock'), typeof content === 'string' ? content : JSON.stringify(content));
}

describe('the lock of a directory', () => {
  it('goes to the first process, and tells the second who holds it', () => {
    const first = tryLock(directory, 'server');
    const second = tryLock(directory, 'admin');
    expect(first.lock).not.toBeNull();
    expect(second.lock).toBeNull();
    expect(second.busy).toMatchObject({ pid: process.pid, purpose: 'server' });
    expect(lockOwner(directory)?.purpose).toBe('server');
  });

  it('can be taken again after its release, and leaves no other file', () => {
    tryLock(directory, 'server').lock?.release();
    expect(readdirSync(directory)).toEqual([]);
    expect(tryLock(directory, 'admin').lock).not.toBeNull();
    expect(readdirSync(directory)).toEqual(['lock']);
  });

  it('is taken from an owner that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    writeLock({ ...identifyProcess(child.pid ?? 0), purpose: 'server', token: 'dead' });
    expect(tryLock(directory, 'server').busy?.pid).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(lockOwner(directory)).toBeNull();
    expect(tryLock(directory, 'server').lock).not.toBeNull();
  });

  it('is taken from an owner whose pid now belongs to another process', () => {
    writeLock({ pid: process.pid, startedAt: 'an earlier boot/12345', purpose: 'server', token: 'old' });
    expect(tryLock(directory, 'server').lock).not.toBeNull();
  });

  it('is taken when the file is damaged', () => {
    writeLock('{');
    expect(tryLock(directory, 'server').lock).not.toBeNull();
  });

  it('is not released by an owner who has lost it', () => {
    const { lock } = tryLock(directory, 'server');
    writeLock({ ...identifyProcess(process.pid), purpose: 'admin', token: 'another' });
    lock?.release();
    expect(existsSync(join(directory, 'lock'))).toBe(true);
  });

  it('is not moved, even for a moment, by an owner who releases it once more', () => {
    const first = tryLock(directory, 'server').lock;
    first?.release();
    tryLock(directory, 'admin');
    const changedAt = (): bigint => statSync(join(directory, 'lock'), { bigint: true }).ctimeNs;
    const before = changedAt();
    first?.release();
    expect(changedAt()).toBe(before);
  });
});
