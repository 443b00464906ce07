/**
 * Third-party conformance tools for the MCP door need a newer Node than the product. They are installed with their own Node, separately
 * from the product's packages.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '@/ops/boot/progress.mjs';

const LISTS = ['package.json', 'package-lock.json'];

/** Null if they are installed; otherwise a sentence that says why their suites are skipped. */
export async function installConformanceTools(
  from = join('src', 'test', 'conformance'),
  into = join('.data', 'conformance'),
): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return skipped(`they bring a Node for linux-x64, and this is ${process.platform}-${process.arch}`);
  const wanted = readFileSync(join(from, 'package-lock.json'), 'utf8');
  const stamp = join(into, 'node_modules', '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  mkdirSync(into, { recursive: true });
  for (const list of LISTS) copyFileSync(join(from, list), join(into, list));
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') === true ? [process.execPath, [npm]] : ['npm', []];
  try {
    await runQuietly(
      'installing the conformance tools of the agents’ door',
      program,
      [...first, 'ci', '--prefix', into, '--ignore-scripts', '--fetch-retries=1', '--no-fund', '--no-audit', '--loglevel=error'],
      { npm_config_json: '' },
    );
  } catch (error) {
    return skipped(error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error));
  }
  writeFileSync(stamp, wanted);
  return null;
}

function skipped(reason: string): string {
  return `SKIPPED the conformance suite and the inspector of the agents’ door (src/doors/mcp/conformance.db.test.ts), counted as nothing: ${reason}.`;
}
