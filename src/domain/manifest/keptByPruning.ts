/** Says of what a manifest no longer declares why pruning leaves it, so that nobody waits for a deletion that never comes. */
import { countOf } from '@/plain/counts';
import type { DiffIssue, Ownership } from './declaration';
import type { ManifestKind } from './manifestFields';

const MOST_NAMED = 5;

type Kept = { kind: ManifestKind; technicalName: string };
type OwnershipOf = (kept: Kept) => Ownership | undefined;

/** At most one warning for each reason. `released` is what the manifest owned and no longer declares, in the order in which it is named. */
export function keptByPruning(released: readonly Kept[], ownershipOf: OwnershipOf): DiffIssue[] {
  const shared = released.filter((kept) => ownershipOf(kept)?.isSharedWithOthers === true);
  const adopted = released.filter((kept) => {
    const ownership = ownershipOf(kept);
    return ownership !== undefined && !ownership.hasCreated && !ownership.isSharedWithOthers;
  });
  return [
    ...warning(shared, 'another manifest declares', 'to delete what is shared, prune the other manifest too'),
    ...warning(adopted, 'no manifest created', 'delete by hand what is no longer needed'),
  ];
}

function warning(kept: readonly Kept[], reason: string, hint: string): DiffIssue[] {
  if (kept.length === 0) return [];
  const named = kept.slice(0, MOST_NAMED).map(({ kind, technicalName }) => `${kind} "${technicalName}"`);
  const names = kept.length > MOST_NAMED ? [...named, countOf(kept.length - MOST_NAMED, 'more', 'more')] : named;
  const list = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
  const pronoun = kept.length === 1 ? 'it' : 'them';
  return [
    {
      path: ['name'],
      message: `this manifest no longer declares ${list}, and pruning keeps ${pronoun}: ${reason} ${pronoun}`,
      hint,
    },
  ];
}
