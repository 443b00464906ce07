/**
 * Ensures that only one process uses a directory. The lock file names its owner by pid and start time, so a crash does not leave a valid
 * lock behind.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifyProcess, isStillRunning, type ProcessIdentity } from '@/server/processIdentity';

export interface LockOwner extends ProcessIdentity {
  /** What the owner is doing (`server`, `admin`), for the message to the next process. */
  purpose: string;
  token: string;
}

export interface HomeLock {
  release(): void;
}

export type LockOutcome = { lock: HomeLock; busy: null } | { lock: null; busy: LockOwner };

function readOwner(path: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner;
  } catch {
    return null;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves the lock of a dead owner aside. If another process has taken the lock meanwhile, restores that lock. */
function removeStale(path: string, stale: LockOwner | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readOwner(aside)?.token !== stale?.token) tryLink(aside, path);
  rmSync(aside, { force: true });
}

/** Who holds the lock of `directory` now; null if no living process does. */
export function lockOwner(directory: string): LockOwner | null {
  const owner = readOwner(join(directory, 'lock'));
  return owner !== null && isStillRunning(owner) ? owner : null;
}

/** Takes the lock of `directory`, or says who holds it. The file is written in one step, so it is never read half written. */
export function tryLock(directory: string, purpose: string): LockOutcome {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'lock');
  const self: LockOwner = { ...(identifyProcess(process.pid) ?? { pid: process.pid, startedAt: null }), purpose, token: randomUUID() };
  const draft = `${path}.${self.token}`;
  writeFileSync(draft, JSON.stringify(self), { mode: 0o600 });
  try {
    for (;;) {
      if (tryLink(draft, path)) break;
      const owner = readOwner(path);
      if (owner !== null && isStillRunning(owner)) return { lock: null, busy: owner };
      removeStale(path, owner);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const release = (): void => {
    if (readOwner(path)?.token === self.token) rmSync(path, { force: true });
  };
  return { lock: { release }, busy: null };
}
