/** Which proxies this machine has, for the tests that need them. */
import { spawnSync } from 'node:child_process';

export const PROXIES = { nginx: ['-v'], caddy: ['version'] } as const;
export type ProxyName = keyof typeof PROXIES;

export function hasProxy(name: ProxyName): boolean {
  return spawnSync(name, PROXIES[name]).status === 0;
}

/** A sentence for the summary of a test run about the proxies that could not be tried; null if all were. */
export function untriedProxies(has: (name: ProxyName) => boolean = hasProxy): string | null {
  const missing = (Object.keys(PROXIES) as ProxyName[]).filter((name) => !has(name));
  if (missing.length === 0) return null;
  return `SKIPPED the files for ${missing.join(' and ')} (src/ops/deploy/proxy/proxy.test.ts), counted as nothing: this machine has no ${missing.join(' and no ')}.`;
}
