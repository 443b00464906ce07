/** Formats the values of a change. */
import type { ManifestChange } from '@/contract/manifest/plan';
import { isReference, referenceWords } from '@/domain/references';

export type FieldChange = ManifestChange['fields'][number];

const LONGEST_VALUE = 120;

/** `WebAPI`, `"Two words"`, `null`, `a, b (80%)`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return cut(/^[\w.+:/-]+$/.test(value) ? value : JSON.stringify(value));
  if (Array.isArray(value)) return value.length === 0 ? 'none' : cut(value.map(memberText).join(', '));
  return cut(typeof value === 'object' ? JSON.stringify(value) : String(value as number | boolean));
}

/** A member of a list: a name, a reference, or a capability with its share. */
function memberText(member: unknown): string {
  if (typeof member === 'string') return member;
  if (isReference(member)) return referenceWords(member);
  const { capability, revenueShare } = member as { capability?: unknown; revenueShare?: unknown };
  if (typeof capability !== 'string') return JSON.stringify(member);
  return typeof revenueShare === 'number' ? `${capability} (share ${revenueShare})` : capability;
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}

/** What was added to and removed from a list; null if the field is no list. */
export function listDifference({ from, to }: FieldChange): { added: string[]; removed: string[] } | null {
  if (!Array.isArray(from) && !Array.isArray(to)) return null;
  const before = members(from);
  const after = members(to);
  return { added: after.filter((member) => !before.includes(member)), removed: before.filter((member) => !after.includes(member)) };
}

function members(value: unknown): string[] {
  return Array.isArray(value) ? value.map(memberText) : [];
}

const PLURALS: Readonly<Record<string, string>> = {
  capability: 'capabilities',
  process: 'processes',
  technology: 'technologies',
  dependency: 'dependencies',
};

/** A kind as a noun: `hosting-area` becomes `hosting area`. */
export function kindNoun(kind: string, count = 1): string {
  const noun = kind.replace('-', ' ');
  return count === 1 ? noun : (PLURALS[noun] ?? `${noun}s`);
}
