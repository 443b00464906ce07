/** The fields of a change as a reader sees them: old and new value; for a list, what was added and removed. */
import type { ManifestChange } from '@/contract/manifest/plan';
import { isReference, referenceWords } from '@/domain/references';

type FieldChange = ManifestChange['fields'][number];

type ChangeWords = { isWithheld: true } | { added: string[]; removed: string[] } | { from: string | null; to: string | null };
export type FieldWords = { field: string } & ChangeWords;

const LONGEST = 160;

/** Null for an empty value. */
export function valueWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) return value.map(memberWords).join(', ');
  const words = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** A reference, or a link by name, with its revenue share if it has one. */
function memberWords(member: unknown): string {
  if (typeof member !== 'object' || member === null) return String(member);
  if (isReference(member)) return referenceWords(member);
  const { capability, capabilityId, revenueShare } = member as { capability?: string; capabilityId?: string; revenueShare?: number | null };
  const name = capability ?? capabilityId ?? JSON.stringify(member);
  return revenueShare === null || revenueShare === undefined ? name : `${name} ${Math.round(revenueShare * 1_000) / 10}%`;
}

export function fieldWords({ field, from, to, withheld }: FieldChange): FieldWords {
  if (withheld === true) return { field, isWithheld: true };
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from.map(memberWords), to.map(memberWords)];
    const added = after.filter((member) => !before.includes(member));
    const removed = before.filter((member) => !after.includes(member));
    // References may be in another order only.
    if (added.length > 0 || removed.length > 0) return { field, added, removed };
  }
  return { field, from: valueWords(from), to: valueWords(to) };
}
