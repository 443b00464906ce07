/** The ETag of a versioned thing. It differs by the right to see revenue, since what is answered differs by it. */
import { AppError } from '@/domain/errors';
import type { Scenario } from './savedScenarios';

export function entityTag(version: number, canSeeRevenue: boolean): string {
  return canSeeRevenue ? `"${version}r"` : `"${version}"`;
}

/** The ETag of a view of live health: besides its version it tells which landscape it saw and how many signals wait. */
export function snapshotTag(moment: { version: number; landscapeVersion: number; pendingSignals: number }, canSeeRevenue: boolean): string {
  const { version, landscapeVersion, pendingSignals } = moment;
  return `"${version}.${landscapeVersion}.${pendingSignals}${canSeeRevenue ? 'r' : ''}"`;
}

/** The ETag of a maintenance window, which begins and ends by itself: without a new version it tells something else then. */
export function windowTag({ version, status }: { version: number; status: string }, canSeeRevenue: boolean): string {
  return `"${version}.${status}${canSeeRevenue ? 'r' : ''}"`;
}

/** The ETag of a scenario. Its members are told by the names that they have now, and as missing once they are gone: without a new version it tells something else then. */
export function scenarioTag({ version, failures, missing }: Pick<Scenario, 'version' | 'failures' | 'missing'>): string {
  const told = [...failures, ...missing].map(({ id, technicalName }) => `${id} ${technicalName}`).join('\n');
  // FNV-1a: it tells apart, and keeps nothing secret.
  let hash = 0x811c9dc5;
  for (let at = 0; at < told.length; at++) hash = Math.imul(hash ^ told.charCodeAt(at), 0x01000193) >>> 0;
  return `"${version}.${hash.toString(16)}"`;
}

/** Throws `precondition_failed` when an If-Match header is there and names neither this tag nor `*`. Weak tags never match. */
export function assertIfMatch(ifMatch: string | null, tag: string): void {
  if (ifMatch === null) return;
  const tags = ifMatch.split(',').map((part) => part.trim());
  if (tags.includes('*') || tags.includes(tag)) return;
  throw new AppError('precondition_failed', `It has changed since: its ETag is now ${tag}. Read it again, then repeat your change.`, {
    facts: { currentETag: tag },
  });
}
