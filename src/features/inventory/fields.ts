/** The fields of each kind as forms and tables need them, read from the registry and its schemas: a field added there shows up here. */
import { z } from 'zod';
import type { InventoryKind } from '@/contract/bulk';
import { Dependency, DependencyCreate } from '@/contract/dependency';
import { ENTITY_REGISTRY, type LinkField } from '@/contract/entityKinds';
import { FIELD_RULES } from '@/domain/manifest/manifestFields';
import type { EntityKind } from '@/domain/vocabulary';
import { FIELD_HINTS, FIELD_SECTIONS, FIELD_UNITS, labelOf } from './fieldWords';

export type FieldInput = 'text' | 'longText' | 'select' | 'switch' | 'number' | 'date' | 'link' | 'links' | 'shares';

export interface FieldSpec {
  name: string;
  label: string;
  input: FieldInput;
  isRequired: boolean;
  /** May be null. */
  isClearable: boolean;
  /** What it is when nothing is said. */
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

function linksOf(kind: InventoryKind): readonly LinkField[] {
  return kind === 'dependency' ? ENDS : ENTITY_REGISTRY[kind].links;
}

const BOOKKEEPING = ['id', 'createdAt', 'updatedAt', 'version'];

/** In the order in which the registry answers them; revenue in the currency, where it is known. */
export function fieldsOf(kind: InventoryKind, currency: string | null = null): readonly FieldSpec[] {
  const create = (kind === 'dependency' ? DependencyCreate : ENTITY_REGISTRY[kind].create).shape as Record<string, z.ZodType>;
  const answered = Object.keys((kind === 'dependency' ? Dependency : ENTITY_REGISTRY[kind].entity).shape);
  const names = answered.filter((name) => !BOOKKEEPING.includes(name));
  return names.flatMap((name) => (create[name] === undefined ? [] : [fieldOf(kind, name, create[name], currency)]));
}

function fieldOf(kind: InventoryKind, name: string, schema: z.ZodType, currency: string | null): FieldSpec {
  const { core, isOptional, isNullable } = unwrapped(schema);
  const link = linksOf(kind).find(({ field }) => field === name);
  const input = inputOf(name, core, link);
  const isRevenue = name === 'annualRevenue';
  return {
    name,
    label: labelOf(kind, name),
    input,
    isRequired: !isOptional,
    isClearable: isNullable,
    initial:
      FIELD_RULES[kind].find(({ entityField }) => entityField === name)?.initial ?? (input === 'links' || input === 'shares' ? [] : null),
    section: FIELD_SECTIONS[name] ?? (link === undefined || link.required ? null : 'Links'),
    options: core instanceof z.ZodEnum ? core.options.map(String) : [],
    target: link?.target ?? null,
    unit: isRevenue ? currency : (FIELD_UNITS[name] ?? null),
    hint: FIELD_HINTS[name] ?? null,
    isInteger: core instanceof z.ZodNumber && core.isInt,
    isRevenue,
  };
}

function unwrapped(schema: z.ZodType): { core: z.ZodType; isOptional: boolean; isNullable: boolean } {
  let core: z.ZodType = schema;
  while (core instanceof z.ZodOptional || core instanceof z.ZodNullable) core = core.unwrap() as z.ZodType;
  return { core, isOptional: schema.safeParse(undefined).success, isNullable: schema.safeParse(null).success };
}

function inputOf(name: string, core: z.ZodType, link: LinkField | undefined): FieldInput {
  if (link !== undefined) return link.rowKey !== undefined ? 'shares' : link.many ? 'links' : 'link';
  if (core instanceof z.ZodEnum) return 'select';
  if (core instanceof z.ZodBoolean) return 'switch';
  if (core instanceof z.ZodNumber) return 'number';
  if (core.meta()?.format === 'date') return 'date';
  return name === 'description' ? 'longText' : 'text';
}

export interface FilterSpec {
  name: string;
  label: string;
  input: 'anyOf' | 'yesNo' | 'link' | 'text';
  options: readonly string[];
  target: EntityKind | null;
}

/** The filters that the registry gives a kind. */
export function filtersOf(kind: InventoryKind): readonly FilterSpec[] {
  const fields = fieldsOf(kind);
  const named =
    kind === 'dependency'
      ? ['dependencyType', 'mode', 'required', 'propagates', 'sourceComponentId', 'targetComponentId']
      : Object.keys(ENTITY_REGISTRY[kind].filters);
  return named.map((name): FilterSpec => {
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
    return { name, label: labelOf(kind, name), input, options: field?.options ?? [], target: field?.target ?? null };
  });
}

/** `capabilityId` filters what is linked by `capabilityIds`. */
function pluralOf(filter: string): string {
  return filter.replace(/Id$/, 'Ids');
}
