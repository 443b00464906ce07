/** Benchmarks set variables of their process. */
import { vi } from 'vitest';

const SET_BY_BENCHMARKS = [
  'DATABASE_URL',
  'DATABASE_SYSTEM_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_SINGLE_LOGIN',
  'FAULTLINE_SECRET',
  'WEBHOOK_ALLOW_LOOPBACK',
];

/** From here on, `vi.unstubAllEnvs()` restores whatever a benchmark sets. */
export function keepEnvironment(): void {
  for (const name of SET_BY_BENCHMARKS) vi.stubEnv(name, process.env[name]);
}
