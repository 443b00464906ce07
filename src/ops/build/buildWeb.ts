/**
 * Builds the browser's part with Next, once per state of the sources. Each build has a directory named after its sources, so a build never
 * changes while it is served.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '@/ops/boot/alone.mjs';
import { PACKED } from '@/ops/boot/prepare.mjs';
import { runQuietly, say } from '@/ops/boot/progress.mjs';
import { readJsonFile } from '@/ops/process/dataDirectory';
import { compressStatic } from './compressStatic';
import { identifyProcess, isStillRunning, type ProcessIdentity } from '@/server/processIdentity';
import { byCodeUnit } from '@/plain/order';

const BUILDS = join('dist', 'web');
/** One build at a time, of whatever sources. */
const LOCK = join('dist', 'building');
const SOURCES = [
  'src',
  'public',
  'next.config.js',
  'tsconfig.json',
  'package-lock.json',
  join('prisma', 'schema.prisma'),
  join('prisma', 'generated', 'thisVersion.ts'),
];
/** Rooms that no page imports; changes there need no new build. */
const UNSEEN = new Set(['ops', 'lab', 'test', 'cli', 'decisions', 'integrations'].map((name) => join('src', name)));

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path) || UNSEEN.has(path)) return;
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    yield path;
    return;
  }
  for (const entry of entries.sort((a, b) => byCodeUnit(a.name, b.name))) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(inner);
    else if (!/\.test\.tsx?$|\.md$/.test(entry.name)) yield inner;
  }
}

function sourceDigest(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesBelow(source)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Tells next.config.js where the build is. */
function stateDirectory(directory: string): void {
  process.env.FAULTLINE_WEB_DIR = directory;
  process.env.NEXT_TELEMETRY_DISABLED = '1';
}

/** Where the supervisor of this process says that the build is. */
export function statedBuild(): string {
  const directory = process.env.FAULTLINE_WEB_DIR;
  if (directory === undefined) throw new Error('No build of the browser side was stated.');
  return directory;
}

function usersOf(directory: string): string {
  return join(directory, 'users');
}

function isInUse(directory: string): boolean {
  if (!existsSync(usersOf(directory))) return false;
  return readdirSync(usersOf(directory)).some((name) => {
    const user = readJsonFile(join(usersOf(directory), name)) as ProcessIdentity | null;
    return user !== null && isStillRunning(user);
  });
}

/** Removes builds of older sources that no process serves any more. */
function removeOldBuilds(keep: string): void {
  for (const name of readdirSync(BUILDS)) {
    const directory = join(BUILDS, name);
    if (directory !== keep && !isInUse(directory)) rmSync(directory, { recursive: true, force: true });
  }
}

function isComplete(directory: string): boolean {
  return existsSync(join(directory, 'complete'));
}

async function buildInto(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true });
  await runQuietly('building the browser side', process.execPath, [join('node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    NODE_ENV: 'production',
  });
  await compressStatic(join(directory, 'static'));
  mkdirSync(usersOf(directory));
  // Whoever runs the service may say that they use it, even where everything else belongs to another user.
  chmodSync(usersOf(directory), 0o1777);
  writeFileSync(join(directory, 'complete'), '');
  removeOldBuilds(directory);
}

/** The build of a packed installation; null if there are sources to build from. */
function packedBuild(): string | null {
  if (!existsSync(PACKED)) return null;
  return (JSON.parse(readFileSync(PACKED, 'utf8')) as { web: string }).web;
}

/** The directory of the finished build for the present sources, relative to the repository. Concurrent processes build only once. */
export async function ensureWebBuild(): Promise<string> {
  const packed = packedBuild();
  if (packed !== null) {
    stateDirectory(packed);
    return packed;
  }
  const directory = join(BUILDS, sourceDigest());
  stateDirectory(directory);
  const work = async (): Promise<void> => {
    if (!isComplete(directory)) await buildInto(directory);
  };
  if (!isComplete(directory))
    await alone(LOCK, work, (pid) => say(`another command (process ${pid}) is building the browser side; waiting for it …`));
  return directory;
}

/** Marks the build as in use by this process, so that a later build does not remove it. On a read-only file system nothing is removed. */
export function markInUse(directory: string): void {
  try {
    mkdirSync(usersOf(directory), { recursive: true });
    writeFileSync(join(usersOf(directory), String(process.pid)), JSON.stringify(identifyProcess(process.pid)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EROFS') throw error;
  }
}

/** In development, Next compiles on demand into a separate directory. */
export function stateDevelopmentDirectory(): void {
  stateDirectory(join('dist', 'web-development'));
}
