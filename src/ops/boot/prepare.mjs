/**
 * Prepares what TypeScript needs to run: the packages, the Prisma client, and the command itself as JavaScript. Skips each step that is
 * already done.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';
import { runQuietly, say, StepFailed } from './progress.mjs';

/**
 * Exists in an installation that contains only what runs. It names the finished build; nothing is installed, generated or compiled there.
 */
export const PACKED = 'dist/packed.json';

/** In a bundled command this file is in another place, and the working directory is already the root. */
export const ROOT = process.env.FAULTLINE_BUNDLE === '1' ? process.cwd() : join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

const at = (...parts) => join(ROOT, ...parts);
const digest = (...texts) => texts.reduce((hash, text) => hash.update(text).update('\0'), createHash('sha256')).digest('hex');
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Writes the whole file in one step, so that an interrupted or parallel run never leaves half a file. */
function writeAtOnce(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Whether somebody has already installed exactly these packages by hand: npm writes this file at the end of an installation. */
function isInstalledByHand(lock, needsDevelopment) {
  const installed = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!installed) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.optional || wanted.devOptional || wanted.peer || (wanted.dev && !needsDevelopment)) return true;
    return installed[path]?.version === wanted.version;
  });
}

function isInstalled(lockText, needsDevelopment) {
  const stampPath = at('node_modules', '.faultline-installed');
  return (
    (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === installStamp(lockText)) ||
    isInstalledByHand(JSON.parse(lockText), needsDevelopment)
  );
}

function installStamp(lockText) {
  return digest(lockText, process.versions.modules, process.platform, process.arch);
}

async function installPackages(needsDevelopment) {
  const lockText = readFileSync(at('package-lock.json'), 'utf8');
  const stampPath = at('node_modules', '.faultline-installed');
  if (!isInstalled(lockText, needsDevelopment)) {
    const npm = process.env.npm_execpath;
    const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
    const seconds = await runQuietly(
      'installing packages',
      program,
      [...first, 'ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'],
      {
        // This npm may run inside another one, whose settings are meant for its own command.
        npm_config_json: '',
        npm_config_loglevel: 'error',
      },
    );
    say(`installed packages in ${seconds} s`);
  }
  // If development packages were left out, the next `npm test` has to check again.
  if (!needsDevelopment && !isInstalledByHand(JSON.parse(lockText), true)) return;
  try {
    writeAtOnce(stampPath, installStamp(lockText));
  } catch {
    // The packages belong to somebody else (a container image). Each start then compares the two lists of packages, which takes a little
    // longer.
  }
}

function isGenerated(stamp, stampPath) {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp;
}

/** The names of all migrations that this version knows, oldest first. */
function knownMigrations() {
  return readdirSync(at('prisma', 'migrations'))
    .filter((name) => /^\d{14}_/.test(name))
    .sort();
}

/** What `@generated/thisVersion` holds: a platform that runs only Next may have neither package.json nor the folder of migrations. */
function thisVersion() {
  const { version } = readJson(at('package.json'));
  const migrations = knownMigrations();
  return [
    '/* Generated beside the database client. */',
    `export const VERSION = ${JSON.stringify(version)};`,
    `export const KNOWN_MIGRATIONS: readonly string[] = ${JSON.stringify(migrations, null, 2)};`,
    `export const NEWEST_MIGRATION = ${JSON.stringify(migrations.at(-1) ?? '')};`,
    '',
  ].join('\n');
}

function generationStamp() {
  return digest(
    readFileSync(at('prisma', 'schema.prisma'), 'utf8'),
    readFileSync(at('node_modules', 'prisma', 'package.json')),
    thisVersion(),
  );
}

async function generateClient() {
  const stampPath = at('prisma', 'generated', '.stamp');
  const stamp = generationStamp();
  if (isGenerated(stamp, stampPath)) return;
  const cli = at('node_modules', 'prisma', 'build', 'index.js');
  await runQuietly('generating the database client', process.execPath, [cli, 'generate', '--config', at('prisma', 'prisma.config.ts')], {
    // Generating needs no schema engine, but Prisma would download one unless it gets the path of an existing file.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  });
  writeAtOnce(at('prisma', 'generated', 'thisVersion.ts'), thisVersion());
  writeAtOnce(stampPath, stamp);
}

function isBundleFresh(out) {
  const inputs = readJson(`${out}.inputs.json`);
  if (inputs === null || !existsSync(out)) return false;
  return Object.entries(inputs).every(([path, hash]) => existsSync(at(path)) && digest(readFileSync(at(path))) === hash);
}

/** Bundles `src/ops/commands/NAME.ts` with all our own imports; packages stay external. Returns the file to run. */
export async function bundleCommand(name) {
  const out = at('dist', 'commands', `${name}.mjs`);
  if (isBundleFresh(out)) return out;
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: [at('src', 'ops', 'commands', `${name}.ts`)],
    absWorkingDir: ROOT,
    outfile: out,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'silent',
    define: { 'process.env.FAULTLINE_BUNDLE': '"1"' },
  }).catch((error) => {
    throw new StepFailed(`building ${name}: ${error.message}`);
  });
  const inputs = ['tsconfig.json', 'package-lock.json', ...Object.keys(metafile.inputs)];
  writeAtOnce(out, outputFiles[0].text);
  writeAtOnce(`${out}.inputs.json`, JSON.stringify(Object.fromEntries(inputs.map((path) => [path, digest(readFileSync(at(path)))]))));
  return out;
}

export async function prepare({ needsDevelopment = false } = {}) {
  process.chdir(ROOT);
  const isReady = () =>
    isInstalled(readFileSync(at('package-lock.json'), 'utf8'), needsDevelopment) &&
    isGenerated(generationStamp(), at('prisma', 'generated', '.stamp'));
  if (isReady()) return;
  const work = async () => {
    await installPackages(needsDevelopment);
    await generateClient();
  };
  await alone(at('.data', 'preparing'), work, (pid) =>
    say(`another command (process ${pid}) is preparing this directory; waiting for it …`),
  );
}

const NOT_ALLOWED = ['EACCES', 'EPERM', 'EROFS'];
const NO_DIRECTORY = ['EEXIST', 'ENOTDIR'];

/** What to do if something may not or cannot be written, in a sentence; null for any other error. */
export function wordsOfUnwritable({ code, path }) {
  if (typeof path !== 'string') return null;
  const within = (directory) => `${resolve(path)}${sep}`.startsWith(`${resolve(directory)}${sep}`);
  if (NO_DIRECTORY.includes(code) && process.env.FAULTLINE_DATA && within(process.env.FAULTLINE_DATA))
    return `FAULTLINE_DATA is ${process.env.FAULTLINE_DATA}, but a file is in the way (${code}). Set it to a directory.`;
  if (!NOT_ALLOWED.includes(code)) return null;
  const isData = within(process.env.FAULTLINE_DATA || at('.data')) && !resolve(path).startsWith(at('.data', 'preparing'));
  if (isData) return `This user may not write ${path} (${code}). Set FAULTLINE_DATA to a directory that it may write.`;
  if (!within(ROOT)) return `This user may not write ${path} (${code}).`;
  return (
    `Something in this installation is missing or outdated, and this user may not write ${path} (${code}). ` +
    `As the owner of ${ROOT}, run \`node src/ops/boot/run.mjs build\` there; then any user can start it with FAULTLINE_DATA set to a directory of their own.`
  );
}

/** Prepares what is missing, and runs the command in this process. */
export async function runCommand(name, options = {}) {
  try {
    const isPacked = existsSync(at(PACKED));
    if (isPacked) process.chdir(ROOT);
    else await prepare(options);
    const file = isPacked ? at('dist', 'commands', `${name}.mjs`) : await bundleCommand(name);
    if (!existsSync(file)) throw new StepFailed(`There is no command ${name} in this packed installation.`);
    process.setSourceMapsEnabled(true);
    await import(new URL(`file://${file.replaceAll('\\', '/').replace(/^(?!\/)/, '/')}`).href);
  } catch (error) {
    const said = error instanceof StepFailed ? error.message : (wordsOfUnwritable(error ?? {}) ?? error?.stack ?? String(error));
    process.stderr.write(`${said}\n`);
    process.exit(1);
  }
}
