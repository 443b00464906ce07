/**
 * Ensures that only one process uses a directory. The lock file names its owner by pid and start time, so a crash does not leave a valid
 * lock behind.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readOrNull, remove, take } from '@/ops/boot/alone.mjs';
import { jsonOrNull } from '@/plain/jsonOrNull';
import { identifyProcess, isStillRunning, type ProcessIdentity } from '@/server/processIdentity';

export interface LockOwner extends ProcessIdentity {
  /** What the owner is doing (`server`, `admin`), for the message to the next process. */
  purpose: string;
  token: string;
}

export type LockOutcome = { lock: { release(): void }; busy: null } | { lock: null; busy: LockOwner };

function ownerIn(held: string | null): LockOwner | null {
  const owner = jsonOrNull(held ?? '') as LockOwner | null;
  return owner !== null && isStillRunning(owner) ? owner : null;
}

/** Who holds the lock of `directory` now; null if no living process does. */
export function lockOwner(directory: string): LockOwner | null {
  return ownerIn(readOrNull(join(directory, 'lock')));
}

/** Takes the lock of `directory`, or says who holds it. */
export function tryLock(directory: string, purpose: string): LockOutcome {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'lock');
  const self: LockOwner = { ...(identifyProcess(process.pid) ?? { pid: process.pid, startedAt: null }), purpose, token: randomUUID() };
  const own = JSON.stringify(self);
  while (!take(path, own, 0o600)) {
    const held = readOrNull(path);
    const busy = ownerIn(held);
    if (busy !== null) return { lock: null, busy };
    remove(path, held);
  }
  const release = (): void => {
    if (readOrNull(path) === own) remove(path, own);
  };
  return { lock: { release }, busy: null };
}
