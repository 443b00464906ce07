/** The fields of each kind, for forms and tables, derived from the schemas: a field added there appears here. */
import type { InventoryKind } from '@/contract/bulk';
import FIELD_FACTS from '@/contract/values/fieldFacts.json';
import type { FieldFacts, KindFields } from '@/contract/values/fieldTypes';
import { KINDS, type LinkField } from '@/contract/values/kinds';
import { FIELD_RULES } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';
import { FIELD_HINTS, FIELD_SECTIONS, FIELD_UNITS, labelOf } from './fieldWords';

export type FieldInput = 'text' | 'longText' | 'select' | 'switch' | 'number' | 'date' | 'link' | 'links' | 'shares' | 'references';

export interface FieldSpec {
  name: string;
  label: string;
  input: FieldInput;
  isRequired: boolean;
  /** May be null. */
  isClearable: boolean;
  /** The value of an empty form. */
  initial: unknown;
  section: string | null;
  options: readonly string[];
  target: EntityKind | null;
  unit: string | null;
  hint: string | null;
  isInteger: boolean;
  isRevenue: boolean;
}

const ENDS: readonly LinkField[] = [
  { field: 'sourceComponentId', target: 'component', many: false, required: true },
  { field: 'targetComponentId', target: 'component', many: false, required: true },
];

const FIELDS = FIELD_FACTS as Readonly<Record<InventoryKind, KindFields>>;

function linksOf(kind: InventoryKind): readonly LinkField[] {
  return kind === 'dependency' ? ENDS : KINDS[kind].links;
}

/** In the registry's order. Revenue fields show the currency if it is known. */
export function fieldsOf(kind: InventoryKind, currency: string | null = null): readonly FieldSpec[] {
  return FIELDS[kind].fields.map((facts) => fieldOf(kind, facts, currency));
}

function fieldOf(kind: InventoryKind, facts: FieldFacts, currency: string | null): FieldSpec {
  const { name, type, isOptional, isNullable, options } = facts;
  const link = linksOf(kind).find(({ field }) => field === name);
  const input = inputOf(facts, link);
  const isRevenue = name === 'annualRevenue';
  return {
    name,
    label: labelOf(name),
    input,
    isRequired: !isOptional,
    isClearable: isNullable,
    initial:
      FIELD_RULES[kind].find(({ entityField }) => entityField === name)?.initial ?? (input === 'links' || input === 'shares' ? [] : null),
    section: FIELD_SECTIONS[name] ?? (link === undefined || link.required ? null : 'Links'),
    options,
    target: link?.target ?? null,
    unit: isRevenue ? currency : (FIELD_UNITS[name] ?? null),
    hint: FIELD_HINTS[name] ?? null,
    isInteger: type === 'integer',
    isRevenue,
  };
}

function inputOf({ name, type }: FieldFacts, link: LinkField | undefined): FieldInput {
  if (link !== undefined) return link.rowKey !== undefined ? 'shares' : link.many ? 'links' : 'link';
  if (type === 'references') return 'references';
  if (type === 'enum') return 'select';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'date') return 'date';
  return name === 'description' ? 'longText' : 'text';
}

export interface FilterSpec {
  name: string;
  label: string;
  input: 'anyOf' | 'yesNo' | 'link' | 'text';
  options: readonly string[];
  target: EntityKind | null;
}

/** The filters that the registry lists for a kind. */
export function filtersOf(kind: InventoryKind): readonly FilterSpec[] {
  const fields = fieldsOf(kind);
  return FIELDS[kind].filters.map((name): FilterSpec => {
    const field = fields.find(
      (candidate) =>
        candidate.name === name ||
        candidate.name === `${name}s` ||
        (candidate.input === 'shares' && name === 'capabilityId') ||
        candidate.name === pluralOf(name),
    );
    const input =
      field === undefined || field.input === 'text'
        ? 'text'
        : field.input === 'select'
          ? 'anyOf'
          : field.input === 'switch'
            ? 'yesNo'
            : 'link';
    return { name, label: labelOf(name), input, options: field?.options ?? [], target: field?.target ?? null };
  });
}

/** `capabilityId` filters by the field `capabilityIds`. */
function pluralOf(filter: string): string {
  return filter.replace(/Id$/, 'Ids');
}
