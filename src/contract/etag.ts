/** The ETags of versioned things. */
import { AppError } from '@/domain/errors';
import type { Scenario } from './savedScenarios';

/** The ETag of an entity. It differs with the right to see revenue, because the answer does. */
export function entityTag(version: number, canSeeRevenue: boolean): string {
  return canSeeRevenue ? `"${version}r"` : `"${version}"`;
}

/** The ETag of a live-health answer: besides its version it contains the landscape version and the number of waiting signals. */
export function snapshotTag(moment: { version: number; landscapeVersion: number; pendingSignals: number }, canSeeRevenue: boolean): string {
  const { version, landscapeVersion, pendingSignals } = moment;
  return `"${version}.${landscapeVersion}.${pendingSignals}${canSeeRevenue ? 'r' : ''}"`;
}

/** The ETag of a maintenance window, which starts and ends by itself: its answer then changes without a new version. */
export function windowTag({ version, status }: { version: number; status: string }, canSeeRevenue: boolean): string {
  return `"${version}.${status}${canSeeRevenue ? 'r' : ''}"`;
}

/**
 * The ETag of a scenario. Its members appear under their current names, or as missing once deleted, so its answer can change without a new
 * version.
 */
export function scenarioTag({ version, failures, missing }: Pick<Scenario, 'version' | 'failures' | 'missing'>): string {
  const told = [...failures, ...missing].map(({ id, technicalName }) => `${id} ${technicalName}`).join('\n');
  // FNV-1a: distinguishes values, and keeps nothing secret.
  let hash = 0x811c9dc5;
  for (let at = 0; at < told.length; at++) hash = Math.imul(hash ^ told.charCodeAt(at), 0x01000193) >>> 0;
  return `"${version}.${hash.toString(16)}"`;
}

/** Throws `precondition_failed` if an If-Match header exists and contains neither this tag nor `*`. Weak tags never match. */
export function assertIfMatch(ifMatch: string | null, tag: string): void {
  if (ifMatch === null) return;
  const tags = ifMatch.split(',').map((part) => part.trim());
  if (tags.includes('*') || tags.includes(tag)) return;
  // As proxies make of a tag when they compress the answer.
  const said = tags.includes(`W/${tag}`)
    ? `W/${tag} is the weak form of the ETag, which a proxy that compresses answers makes of it. Send ${tag} instead.`
    : `It has changed since: its ETag is now ${tag}. Read it again, then repeat your change.`;
  throw new AppError('precondition_failed', said, { facts: { currentETag: tag } });
}
