/** `npm run test:citus [-- part of a path …]`: the database suites that matter there, on the Citus of TEST_CITUS_URL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { planCitusRun } from '@/ops/test/testCitus';

async function main(): Promise<number> {
  const { words, notes } = planCitusRun(
    process.env,
    process.argv.slice(2).filter((word) => word !== '--'),
  );
  const child = spawn(process.execPath, words, {
    stdio: 'inherit',
    env: { ...process.env, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  // Printed last, so that it does not scroll away.
  for (const note of notes) console.log(note);
  return code ?? 1;
}

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
