/** The values of a form, what is sent when saving, and the three-way comparison when two people edited the same entity. */
import { sentenceOn } from '@/client/failure';
import type { Issue } from '@/domain/errors';
import { isReference, referenceOf, type Reference } from '@/domain/references';
import { byCodeUnit } from '@/plain/order';
import type { FieldSpec } from './fields';

export type FormValues = Readonly<Record<string, unknown>>;

export function valuesOf(specs: readonly FieldSpec[], from: FormValues): FormValues {
  return Object.fromEntries(specs.map(({ name, initial }) => [name, from[name] === undefined ? initial : from[name]]));
}

/** Compares lists of links as sets, references in their order, and empty text as null. */
export function isSameField(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (value === '' || value === undefined || value === null) return 'null';
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.some(isReference)) return JSON.stringify((value as readonly Reference[]).map(referenceOf));
  return JSON.stringify(
    value
      .map((item) =>
        typeof item === 'object' && item !== null
          ? JSON.stringify(Object.entries({ revenueShare: null, ...item }).sort(([a], [b]) => byCodeUnit(a, b)))
          : JSON.stringify(item),
      )
      .sort(),
  );
}

function sent(spec: FieldSpec, value: unknown): unknown {
  if (value !== '' && value !== undefined) return value;
  return spec.isClearable ? null : spec.input === 'text' ? '' : undefined;
}

/** The fields to send when creating. */
export function creationOf(specs: readonly FieldSpec[], values: FormValues): Record<string, unknown> {
  const entries = specs.map((spec) => [spec.name, sent(spec, values[spec.name])] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Only the fields that changed. */
export function patchOf(specs: readonly FieldSpec[], base: FormValues, values: FormValues): Record<string, unknown> {
  const changed = specs.filter(({ name }) => !isSameField(base[name], values[name]));
  return Object.fromEntries(changed.map((spec) => [spec.name, sent(spec, values[spec.name])]));
}

/** The error text for a field, from issues about it or about something inside it. */
export function errorOf(issues: readonly Issue[], name: string, label: string): string | null {
  const own = issues.filter(({ path }) => path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`));
  const sentences = own.map(({ message }) => sentenceOn(label, message));
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}

export interface FieldConflict {
  spec: FieldSpec;
  mine: unknown;
  theirs: unknown;
  /** Who changed the field. If both did, and differently, somebody has to choose. */
  changedBy: 'me' | 'them' | 'both';
}

/** The fields that were changed since `base` by one or both. The same change made by both is no conflict. */
export function conflictsOf(specs: readonly FieldSpec[], base: FormValues, mine: FormValues, theirs: FormValues): FieldConflict[] {
  return specs.flatMap((spec): FieldConflict[] => {
    const [before, own, other] = [base, mine, theirs].map((values) => values[spec.name]);
    if (isSameField(own, other)) return [];
    const [byMe, byThem] = [!isSameField(before, own), !isSameField(before, other)];
    return [{ spec, mine: own, theirs: other, changedBy: byMe && byThem ? 'both' : byMe ? 'me' : 'them' }];
  });
}
