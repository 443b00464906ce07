/** The differences between two instants, as text and as rows of a file. Pure. */
import { entityKindLabel } from '@/client/labels/labels';
import type { Difference, Differences, DifferenceKind, LandscapeDifference } from '@/contract/landscapeDifferences';
import { DIFFERENCES } from '@/contract/values/picture';
import type { CsvCell } from '@/plain/csv';
import { DIFFERENCE_WORDS } from '@/features/landscape/picture/differenceMarks';

export const DIFFERENCE_HEAD = ['difference', 'kind', 'technicalName', 'name', 'fields'] as const;

export function differenceRows({ items }: Differences): CsvCell[][] {
  return items.map((item) => [item.difference, item.kind, item.technicalName, item.name, item.fields.map(({ field }) => field).join(' ')]);
}

export function kindWord(kind: DifferenceKind): string {
  return kind === 'dependency' ? 'Dependency' : entityKindLabel(kind);
}

/** For example "2 new, 1 gone". */
export function countWords(counts: Readonly<Record<Difference, number>>): string {
  const present = DIFFERENCES.filter((one) => counts[one] > 0);
  return present.map((one) => `${counts[one].toLocaleString('en')} ${DIFFERENCE_WORDS[one].toLowerCase()}`).join(', ');
}

const SHORT_FORMS: Readonly<Partial<Record<DifferenceKind, string>>> = { component: 'Components', dependency: 'Dependencies' };

/** For example "Components 2 new, 1 gone · Dependencies 3 changed"; other kinds are counted together. */
export function differenceSummary({ counts }: Differences): string {
  const parts = counts.flatMap(({ kind, ...count }) => {
    const word = SHORT_FORMS[kind];
    return word === undefined ? [] : [`${word}: ${countWords(count)}`];
  });
  const others = counts
    .filter(({ kind }) => SHORT_FORMS[kind] === undefined)
    .reduce((sum, { appeared, vanished, changed }) => sum + appeared + vanished + changed, 0);
  const all = [...parts, ...(others === 0 ? [] : [`${others.toLocaleString('en')} other differences`])];
  return all.length === 0 ? 'No differences.' : all.join(' · ');
}

/** For example `name: web → shop`; only the field names where values are lists or ids. */
export function fieldWords({ fields }: LandscapeDifference): string {
  return fields
    .map(({ field, from, to, withheld }) => {
      if (withheld === true || !isPlain(from) || !isPlain(to)) return field;
      return `${field}: ${textOf(from)} → ${textOf(to)}`;
    })
    .join(', ');
}

const isGuidText = (value: string): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);

function isPlain(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && !isGuidText(value))
  );
}

function textOf(value: unknown): string {
  return value === null || value === undefined || value === '' ? 'nothing' : String(value as string | number | boolean);
}
