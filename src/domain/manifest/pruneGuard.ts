/** When a prune deletes so much that somebody has to say how much is meant: an emptied or cut file must not empty a landscape. */
import type { PlannedChange } from './declaration';

export interface TooManyDeletes {
  /** Entities that would go; dependencies are not counted. */
  deletes: number;
  /** Entities that there are. */
  entities: number;
  /** What was allowed; null: nothing was said. */
  allowDelete: number | null;
}

/** Up to so many deletions need no word. */
const UNASKED_DELETES = 20;
/** More than one in so many needs one. */
const ONE_IN = 5;

/** The excess, or null when the deletions are allowed. An allowance that is stated is always kept to, also where none was needed. */
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
