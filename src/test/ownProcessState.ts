/** Runs around every file of the database suites. Files share a process, but each finds it as if it had just started. */
import { afterAll } from 'vitest';
import type { Database } from '@/server/db/database';
import { processState } from '@/server/processState';
import { CHEAP_PASSWORDS } from './cheapPasswords';
import { failOnFoundStatements } from './statements/watchStatements';

/** Worker threads keep no data between tasks, and a new one would have to load its script first. */
const KEPT = ['workers of manifests', 'workers of pictures'];

const environment = { ...process.env };
// Creates the registry, in case no earlier file needed it.
processState('log', () => undefined);
const registry = (globalThis as unknown as { faultlineState: Map<string, unknown> }).faultlineState;
clearState();
failOnFoundStatements();

function clearState(): void {
  for (const name of registry.keys()) if (!KEPT.includes(name)) registry.delete(name);
  // The real cost, which passwords.test.ts checks, took a tenth of the time of these suites.
  processState('passwords', () => CHEAP_PASSWORDS);
}

// Registered before the hooks of the file, so it runs after them.
afterAll(async () => {
  const opened = registry.get('database') as Database | undefined;
  await opened?.close();
  clearState();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
