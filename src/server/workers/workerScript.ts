/** A worker's program as one script. Started from source it is bundled once a process; where only the built files are, it is read from there. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** Where a build that leaves the sources behind has to put the bundle of a program (CommonJS, everything in it). */
export function builtProgram(source: string): string {
  return join('dist', 'workers', `${basename(source, '.ts')}.cjs`);
}

/** The script of a program below src, for a Worker with `eval`. Paths are those of the working directory, which is the product's home. */
export async function workerScript(source: string): Promise<string> {
  const home = process.cwd();
  const entry = join(home, 'src', source);
  if (!existsSync(entry)) return readFile(join(home, builtProgram(source)), 'utf8');
  // Required by name at run time, so that no bundler tries to take the bundler in.
  const { build } = createRequire(join(home, 'package.json'))('esbuild') as typeof import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    absWorkingDir: home,
    tsconfig: join(home, 'tsconfig.json'),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
    // Used only where a browser starts a worker of its own.
    external: ['web-worker'],
  });
  return outputFiles[0]?.text ?? '';
}
