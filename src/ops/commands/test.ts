/** `npm test`: runs every section in an environment of its own and cleans up, also when it is interrupted. */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSections, SECTIONS } from '@/ops/testAll';

/** What would send the tests to somebody's real database or server. */
const FOREIGN = ['DATABASE_URL', 'DATABASE_POOL_SIZE', 'PORT', 'HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'FAULTLINE_SECRET', 'CRON_SECRET', 'METRICS_TOKEN', 'DEMO', 'LOG_LEVEL', 'NODE_ENV', 'FAULTLINE_DATA'];
const OIDC = ['OIDC_DISCOVERY_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'];

const directory = mkdtempSync(join(tmpdir(), 'faultline-test-'));
chmodSync(directory, 0o711);
let child: ChildProcess | null = null;

function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name) && !OIDC.includes(name) && !name.startsWith('npm_'));
  return { ...Object.fromEntries(kept), NODE_ENV: undefined, CI: 'true', FAULTLINE_TEST_DIRECTORY: directory, NEXT_TELEMETRY_DISABLED: '1', VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' } as unknown as NodeJS.ProcessEnv;
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  let isSecond = false;
  process.on(signal, () => {
    process.stderr.write('\ninterrupted: ending what runs …\n');
    const running = child;
    endChild(isSecond ? 'SIGKILL' : 'SIGTERM');
    isSecond = true;
    const leave = (): void => {
      endChild('SIGKILL');
      cleanUp();
      process.exit(130);
    };
    if (running === null) leave();
    else running.once('close', leave);
  });
}

const { failed } = await runSections(SECTIONS, {
  directory,
  environment: environment(),
  say: (line) => console.log(line),
  onChild: (started) => (child = started),
});
cleanUp();
process.exit(failed === 0 ? 0 : 1);
