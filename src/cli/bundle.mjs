/** Bundles the command line into one file that needs only Node. `root` is always the repository's folder. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The bundle's default path. */
export const bundleOf = (root) => join(root, 'dist', 'faultline.mjs');
const inputsOf = (root) => `${bundleOf(root)}.inputs.json`;

/** CommonJS packages call `require` even when bundled into a module. */
const BANNER = `#!/usr/bin/env node
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** Writes the bundle in one step, so that nobody ever runs half of it. Returns the files it was made from. */
export async function buildCli(root, outfile = bundleOf(root)) {
  const { build } = await import('esbuild');
  const { version } = JSON.parse(readFileSync(join(root, 'src', 'cli', 'package', 'package.json'), 'utf8'));
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, 'src', 'cli', 'main.ts')],
    absWorkingDir: root,
    outfile,
    bundle: true,
    write: false,
    metafile: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'error',
    banner: { js: BANNER },
    define: { 'process.env.FAULTLINE_CLI_VERSION': JSON.stringify(version) },
  });
  mkdirSync(dirname(outfile), { recursive: true });
  const draft = `${outfile}.${process.pid}`;
  writeFileSync(draft, outputFiles[0].contents);
  chmodSync(draft, 0o755);
  renameSync(draft, outfile);
  return Object.keys(metafile.inputs);
}

function digestOf(root, path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');
}

function isFresh(root) {
  if (!existsSync(bundleOf(root)) || !existsSync(inputsOf(root))) return false;
  const inputs = Object.entries(JSON.parse(readFileSync(inputsOf(root), 'utf8')));
  return inputs.every(([path, digest]) => existsSync(join(root, path)) && digestOf(root, path) === digest);
}

/** Rebuilds dist/faultline.mjs if its sources changed. Throws if the packages needed for that are not installed. */
export async function ensureCli(root) {
  if (isFresh(root)) return;
  if (!existsSync(join(root, 'node_modules', 'esbuild')))
    throw new Error(`its packages are not installed: run \`npm ci\` in ${root} first`);
  const inputs = ['src/cli/package/package.json', 'tsconfig.json', ...(await buildCli(root))];
  writeFileSync(inputsOf(root), JSON.stringify(Object.fromEntries(inputs.map((path) => [path, digestOf(root, path)]))));
}
