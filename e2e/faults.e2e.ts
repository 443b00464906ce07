/** The fault suite, briefly: three replicas and their database, killed and cut off from a seed that is printed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

/** Few by default; `npm run test:faults` kills 200. */
const KILLS = Number(process.env.FAULTLINE_KILLS ?? 8);

test('replicas and a database that are killed, cut off and stalled at random keep every promise', async () => {
  test.setTimeout(600_000 + KILLS * 60_000);
  const seed = process.env.FAULTLINE_KILL_SEED ?? String(1 + Math.floor(Math.random() * 1e9));
  const words = [join('src', 'ops', 'boot', 'run.mjs'), 'testFaults', '--kills', String(KILLS), '--seed', seed];
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, words, { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}\n${stderr}` }),
    );
  });
  console.log(said);
  expect(code).toBe(0);
});
