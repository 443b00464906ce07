/** The digest of a plan: an apply refuses what nobody has previewed. */
import { createHmac } from 'node:crypto';
import type { PlannedChange, StatementConflict } from '@/domain/manifest/declaration';
import { inStretches, type Steps } from '@/plain/steps';
import { keyedDigest } from '@/server/secrets';

/** Identifies the ordered changes, the conflicts and the prune flag. Uses a key, so that nobody can find hidden values by trying. */
export function* digestSteps(
  tenantId: string,
  changes: readonly PlannedChange[],
  conflicts: readonly StatementConflict[],
  prune: boolean,
): Steps<string> {
  const key = keyedDigest('manifest-plan', JSON.stringify([tenantId, prune]));
  const digest = createHmac('sha256', key);
  yield* inStretches(changes.length, 1_000, (from, end) => {
    // One text for all fields of a change, in a fixed order, without their names again and again.
    const told = changes.slice(from, end).map(({ op, kind, technicalName, fields }) => {
      return [op, kind, technicalName, ...fields.flatMap(({ field, from: was, to }) => [field, was, to])];
    });
    digest.update(JSON.stringify(told));
  });
  if (conflicts.length > 0) digest.update(JSON.stringify(conflicts));
  return digest.digest('base64url');
}
