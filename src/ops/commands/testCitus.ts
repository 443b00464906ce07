/** `npm run test:citus [-- part of a path …]`: the database suites that matter there, on the Citus of TEST_CITUS_URL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CitusRun, planCitusRun } from '@/ops/test/testCitus';

function plan(): CitusRun | null {
  try {
    return planCitusRun(
      process.env,
      process.argv.slice(2).filter((word) => word !== '--'),
    );
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

async function main(): Promise<number> {
  const run = plan();
  if (run === null) return 1;
  const child = spawn(process.execPath, run.words, {
    stdio: 'inherit',
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  // Printed last, so that it does not scroll away.
  for (const note of run.notes) console.log(note);
  return code ?? 1;
}

process.exitCode = await main();
