/**
 * `node src/cli/build.mjs [FILE]` writes the command line as one file, dist/faultline.mjs by default. `--package` writes everything for
 * `npm pack` into src/cli/package.
 */
import { copyFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCli, bundleOf } from './bundle.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const [argument] = process.argv.slice(2);
const isPackage = argument === '--package';
if (isPackage)
  for (const file of [join(ROOT, 'LICENSE'), join(HERE, 'README.md')]) copyFileSync(file, join(HERE, 'package', basename(file)));
const outfile = isPackage ? join(HERE, 'package', 'faultline.mjs') : argument === undefined ? bundleOf(ROOT) : resolve(argument);
await buildCli(ROOT, outfile);
process.stderr.write(`wrote ${outfile}\n`);
