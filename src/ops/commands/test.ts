/**
 * `npm test`, `npm run test:long` and `npm run test:repeat`: run their sections in a separate environment and clean up, also when
 * interrupted.
 */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installConformanceTools } from '@/ops/test/conformanceTools';
import { sweepTemporaryClusters } from '@/ops/postgres/temporaryDatabase';
import { runSections, type TestRun } from '@/ops/test/testAll';
import { repeatSections, runsAsked } from '@/ops/test/testRepeat';
import { LONG_SECTIONS, REPEATED_SECTIONS, SECTIONS } from '@/ops/test/testSections';
import { untriedProxies } from '@/ops/deploy/proxy/programs';

/** Variables that would point the tests at somebody's real database or server. */
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
  'FAULTLINE_ROLES',
];
const SIGN_ON = ['OIDC_DISCOVERY_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'SSO_PROVIDERS_FILE', 'PASSWORD_SIGN_IN'];

const directory = mkdtempSync(join(tmpdir(), 'faultline-test-'));
chmodSync(directory, 0o711);
const children = new Set<ChildProcess>();
let isLeaving = false;

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !FOREIGN.includes(name) && !SIGN_ON.includes(name) && !name.startsWith('npm_'),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: undefined,
    CI: 'true',
    FAULTLINE_TEST_DIRECTORY: directory,
    NEXT_TELEMETRY_DISABLED: '1',
    VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  } as unknown as NodeJS.ProcessEnv;
}

function endChildren(signal: NodeJS.Signals): void {
  for (const child of children) {
    if (child.pid === undefined) continue;
    try {
      if (process.platform === 'win32') child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // It has already ended.
    }
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
async function leave(pids: readonly number[]): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
  while (pids.some(isGroupAlive) && Date.now() < deadline) await delay(100);
  endChildren('SIGKILL');
  await sweepTemporaryClusters();
  cleanUp();
  process.exit(130);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    endChildren(isLeaving ? 'SIGKILL' : 'SIGTERM');
    if (isLeaving) return;
    isLeaving = true;
    process.stderr.write('\ninterrupted: ending what runs …\n');
    void leave([...children].flatMap(({ pid }) => pid ?? []));
  });

/** Whether everything passed; null if the run was interrupted. */
async function runAsAsked([kind, ...words]: readonly string[], run: TestRun): Promise<boolean | null> {
  if (kind === '--repeat') return repeatSections(REPEATED_SECTIONS, runsAsked(words), run);
  const sum = await runSections(kind === '--long' ? LONG_SECTIONS : SECTIONS, run);
  return sum === null ? null : sum.failed === 0;
}

const words = process.argv.slice(2);
const unjudged = words[0] === '--long' ? null : await installConformanceTools();
if (unjudged !== null) process.stderr.write(`${unjudged}\n`);
const untried = words[0] === '--long' ? null : untriedProxies();

const isGood = await runAsAsked(words, {
  directory,
  environment: environment(),
  say: (line) => console.log(line),
  children,
  isLeaving: () => isLeaving,
  notes: [unjudged, untried].filter((note) => note !== null),
});
if (isGood !== null) {
  cleanUp();
  process.exit(isGood ? 0 : 1);
}
