/** A worker's program as one script. When run from source, it is bundled once per process; in a build, it is read from a file. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

/** The path for the bundle of a program (CommonJS, with everything included) in a build that leaves out the sources. */
export function builtProgram(source: string): string {
  return join('dist', 'workers', `${basename(source, '.ts')}.cjs`);
}

/**
 * The script of a program below src, for a Worker with `eval`. Paths are relative to the working directory, which is the product's home.
 */
export async function workerScript(source: string): Promise<string> {
  const home = process.cwd();
  const entry = join(home, 'src', source);
  if (!existsSync(entry)) return readFile(join(home, builtProgram(source)), 'utf8');
  // Required by name at run time, so that no bundler tries to include the bundler.
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
    // Used only if a browser starts a worker of its own.
    external: ['web-worker'],
  });
  return outputFiles[0]?.text ?? '';
}
