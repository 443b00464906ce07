/** The ETag of a versioned thing. It differs by the right to see revenue, since what is answered differs by it. */
import { AppError } from '@/domain/errors';

export function entityTag(version: number, canSeeRevenue: boolean): string {
  return canSeeRevenue ? `"${version}r"` : `"${version}"`;
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
