/** Bundles the command line into one file that runs with nothing but Node. `node src/cli/build.mjs [FILE]` writes it; dist/faultline.mjs unless said. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const BUNDLE = join(ROOT, 'dist', 'faultline.mjs');

/** Packages in CommonJS ask for `require` even when they are bundled into a module. */
const BANNER = `#!/usr/bin/env node
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);`;

/** Writes the bundle at once, so that nobody ever runs half of it. Answers the files that it is made of. */
export async function buildCli(outfile = BUNDLE) {
  const { build } = await import('esbuild');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, 'src', 'cli', 'main.ts')],
    absWorkingDir: ROOT,
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

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(resolve(process.argv[1])).href) {
  const outfile = process.argv[2] === undefined ? BUNDLE : resolve(process.argv[2]);
  await buildCli(outfile);
  process.stderr.write(`wrote ${outfile}\n`);
}
