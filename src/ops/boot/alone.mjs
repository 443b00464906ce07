/** Lets one process at a time prepare a directory. A lock holder that was killed, at any moment, does not keep the others waiting. */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const LOOK_MS = 100;

/** Locks the file while `work` runs, and passes on its result or error. `onWait` is called once, with the pid of the process that has the lock. */
export async function alone(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${process.pid} ${startOf(process.pid) ?? ''}`;
  for (let hasSaid = false; !take(path, own);) {
    const held = readOrNull(path);
    if (held !== null && !isHeld(held)) {
      remove(path, held);
      continue;
    }
    if (held !== null && !hasSaid) {
      onWait(Number.parseInt(held, 10));
      hasSaid = true;
    }
    // The file is gone meanwhile, or not readable. Pause in both cases, so that this loop does not spin.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  try {
    return await work();
  } finally {
    remove(path, own);
  }
}

/** Writes the lock file in one step, so that nobody ever reads half a file, and a kill leaves either no file or a whole one. */
export function take(path, own, mode = 0o666) {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, own, { mode });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock file if it still has this content; what another process wrote there meanwhile is put back. */
export function remove(path, held) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== held) linkSync(aside, path);
  } catch {
    // The file is gone, or there is a newer one.
  }
  rmSync(aside, { force: true });
}

/** Whether a living process holds the lock. Earlier versions wrote only the pid, and could leave an empty file. */
function isHeld(held) {
  const [pid, startedAt = ''] = held.split(' ');
  const found = startOf(Number(pid));
  return found !== null && (startedAt === '' || found === '' || found === startedAt);
}

/** When the process started; '' if that is unknown but the process runs; null if it does not run, which includes zombies. */
function startOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    const stat = readOrNull(`/proc/${pid}/stat`);
    if (stat === null) return null;
    // The name, in parentheses, may contain spaces. The state is the first field after it, the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? '');
  }
  try {
    process.kill(pid, 0);
    return '';
  } catch (error) {
    return error.code === 'EPERM' ? '' : null;
  }
}

export function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
