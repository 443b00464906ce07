/**
 * `npm run pack:cli -- DIRECTORY` makes the package of the command line. It builds first: this repository runs no scripts of packages, so
 * `npm pack` alone would pack whatever is there, and an empty package is no error to it.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const PROGRAM = 'faultline.mjs';

const [directory] = process.argv.slice(2).filter((word) => word !== '--');
if (directory === undefined) {
  process.stderr.write('Usage: npm run pack:cli -- DIRECTORY\n');
  process.exit(1);
}
const destination = resolve(directory);
mkdirSync(destination, { recursive: true });
execFileSync(process.execPath, [join(HERE, 'build.mjs'), '--package'], { stdio: 'inherit' });
const isWindows = process.platform === 'win32';
const answer = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', destination], {
  cwd: join(HERE, 'package'),
  encoding: 'utf8',
  shell: isWindows,
});
const [{ filename, files }] = JSON.parse(answer);
const tarball = join(destination, filename);
if (!files.some(({ path, size }) => path === PROGRAM && size > 0)) {
  rmSync(tarball, { force: true });
  process.stderr.write(`The package has no ${PROGRAM}, so it was not kept.\n`);
  process.exit(1);
}
process.stdout.write(`${tarball}\n`);
