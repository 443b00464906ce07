/** Decides when a prune deletes so much that the user must confirm how much: an emptied or truncated file must not empty a landscape. */
import type { PlannedChange } from './declaration';

export interface TooManyDeletes {
  /** Entities that would be deleted; dependencies are not counted. */
  deletes: number;
  /** Entities that exist. */
  entities: number;
  /** How many the user allowed; null if not stated. */
  allowDelete: number | null;
}

/** Up to this many deletions need no confirmation. */
const UNASKED_DELETES = 20;
/** Deleting more than one in this many needs confirmation. */
const ONE_IN = 5;

/** The excess, or null if the deletions are allowed. A stated `allowDelete` is always enforced, even if none was needed. */
export function tooManyDeletes(
  changes: readonly PlannedChange[],
  { declarations, entities, allowDelete }: { declarations: number; entities: number; allowDelete: number | null },
): TooManyDeletes | null {
  const deletions = changes.filter(({ op }) => op === 'delete');
  const deletes = deletions.filter(({ kind }) => kind !== 'dependency').length;
  const needsWord = (declarations === 0 && deletions.length > 0) || (deletes > UNASKED_DELETES && deletes * ONE_IN > entities);
  const isAllowed = allowDelete === null ? !needsWord : deletes <= allowDelete;
  return isAllowed ? null : { deletes, entities, allowDelete };
}
