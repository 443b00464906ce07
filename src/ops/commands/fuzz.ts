/**
 * `npm run fuzz -- --minutes N [--seed S]`: sends random inputs to every door for N minutes and prints the results. The seed is new each
 * time, and is printed.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const MOST_MINUTES = 24 * 60;

function wholeNumber(text: string, most: number): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? Number(text) : null;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((word) => word !== '--'),
    options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: String(randomInt(1, 0x7fffffff)) } },
  });
  const [minutes, seed] = [wholeNumber(values.minutes, MOST_MINUTES), wholeNumber(values.seed, 0x7fffffff)];
  if (minutes === null || seed === null) {
    console.error(`Usage: npm run fuzz -- --minutes N [--seed S]     (N from 1 to ${MOST_MINUTES})`);
    return 1;
  }
  console.log(`Random inputs at every door for ${minutes} min, from seed ${seed}.`);
  const words = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--config', join('src', 'test', 'vitest.config.ts'), '--project', 'db', join('src', 'lab', 'fuzz')],
    `--testTimeout=${(minutes + 10) * 60_000}`,
  ];
  const env = {
    ...process.env,
    FAULTLINE_FUZZ_MINUTES: String(minutes),
    FAULTLINE_SEED: String(seed),
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  };
  const child = spawn(process.execPath, words, { stdio: 'inherit', env });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

process.exitCode = await main();
