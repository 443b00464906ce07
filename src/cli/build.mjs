/**
 * `node src/cli/build.mjs [FILE]` writes the command line as one file, dist/faultline.mjs by default. `--package` writes everything for
 * `npm pack` into src/cli/package.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCli, bundleOf } from './bundle.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const [argument] = process.argv.slice(2);
const isPackage = argument === '--package';
if (isPackage) {
  copyFileSync(join(ROOT, 'LICENSE'), join(HERE, 'package', 'LICENSE'));
  // The package has none of the files beside this one, so links to them keep only their words.
  const text = readFileSync(join(HERE, 'README.md'), 'utf8').replaceAll(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
  writeFileSync(join(HERE, 'package', 'README.md'), text);
}
const outfile = isPackage ? join(HERE, 'package', 'faultline.mjs') : argument === undefined ? bundleOf(ROOT) : resolve(argument);
await buildCli(ROOT, outfile);
process.stderr.write(`wrote ${outfile}\n`);
