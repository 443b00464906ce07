/** PostgreSQL refuses to run as root. Finds the user to run it as, and checks whether that user can reach a path. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, parse, resolve } from 'node:path';

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

function lookUp(name: string): SystemUser | null {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim());
    const uid = id('-u');
    const gid = id('-g');
    return uid > 0 && Number.isInteger(gid) ? { name, uid, gid } : null;
  } catch {
    return null;
  }
}

/**
 * Null if this process is not root: then PostgreSQL runs as the same user. Otherwise `postgres` if it exists, else `nobody`, which every
 * system has. No user is created, because starting a product should not change the machine's users.
 */
export function findPostgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user === null)
    throw new Error(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start Faultline as an ordinary user, or set DATABASE_URL.',
    );
  return user;
}

/** Whether `user` can pass through every directory above `path`, by permission bits. Missing directories are ignored. */
export function canReach(path: string, user: SystemUser | null): boolean {
  if (user === null) return true;
  const top = parse(resolve(path)).root;
  for (let directory = dirname(resolve(path)); ; directory = dirname(directory)) {
    const facts = statSync(directory, { throwIfNoEntry: false });
    if (facts !== undefined) {
      const bit = facts.uid === user.uid ? 0o100 : facts.gid === user.gid ? 0o010 : 0o001;
      if ((facts.mode & bit) === 0) return false;
    }
    if (directory === top) return true;
  }
}
