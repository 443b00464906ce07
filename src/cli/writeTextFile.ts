/** Writes a file completely or not at all. */
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from './reasonOf';
import { Failure } from './failure';

/** Throws Failure. */
export function writeTextFile(file: string, text: string, { cwd }: { cwd: string }): void {
  const path = resolve(cwd, file);
  try {
    if (isSpecial(path)) {
      writeFileSync(path, text);
      return;
    }
    const draft = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(draft, text);
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    const isWithoutDirectory = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isWithoutDirectory ? 'its directory does not exist' : reasonOf(error);
    throw new Failure(`${file} cannot be written: ${reason}`, { code: 'unwritable_file' });
  }
}

/** A device, a pipe or a directory cannot be replaced by a new file. */
function isSpecial(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
}
