/** `npm test`: runs every section in an environment of its own and cleans up, also when it is interrupted. */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installJudges } from '@/ops/judges';
import { sweepTemporaryClusters } from '@/ops/temporaryDatabase';
import { runSections, SECTIONS } from '@/ops/testAll';

/** What would send the tests to somebody's real database or server. */
const FOREIGN = [
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'ALLOWED_HOSTS',
  'TRUST_PROXY',
  'FAULTLINE_SECRET',
  'CRON_SECRET',
  'METRICS_TOKEN',
  'DEMO',
  'LOG_LEVEL',
  'NODE_ENV',
  'FAULTLINE_DATA',
];
const OIDC = ['OIDC_DISCOVERY_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

const directory = mkdtempSync(join(tmpdir(), 'faultline-test-'));
chmodSync(directory, 0o711);
let child: ChildProcess | null = null;
let isLeaving = false;

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name) && !OIDC.includes(name) && !name.startsWith('npm_'));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: undefined,
    CI: 'true',
    FAULTLINE_TEST_DIRECTORY: directory,
    NEXT_TELEMETRY_DISABLED: '1',
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  } as unknown as NodeJS.ProcessEnv;
}

function endChild(signal: NodeJS.Signals): void {
  if (child?.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function cleanUp(): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

const GRACE_MS = 20_000;

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Lets everything that runs stop its own servers first, then removes what is left. */
async function leave(pid: number | undefined): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  while (pid !== undefined && isGroupAlive(pid) && Date.now() < deadline) await delay(100);
  endChild('SIGKILL');
  await sweepTemporaryClusters();
  cleanUp();
  process.exit(130);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endChild(isLeaving ? 'SIGKILL' : 'SIGTERM');
    if (isLeaving) return;
    isLeaving = true;
    process.stderr.write('\ninterrupted: ending what runs …\n');
    void leave(child?.pid);
  });
}

const unjudged = await installJudges();
if (unjudged !== null) process.stderr.write(`${unjudged}\n`);

const sum = await runSections(SECTIONS, {
  directory,
  environment: environment(),
  say: (line) => console.log(line),
  onChild: (started) => (child = started),
  isLeaving: () => isLeaving,
  notes: unjudged === null ? [] : [unjudged],
});
if (sum !== null) {
  cleanUp();
  process.exit(sum.failed === 0 ? 0 : 1);
}
