/** The fields that a manifest can state for each kind: what they link to, and their defaults for new entities. */
import { isReference, isSameReference, type Reference } from '@/domain/references';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';

export const MANIFEST_KINDS = [...ENTITY_KINDS, 'dependency', 'scenario'] as const;
export type ManifestKind = (typeof MANIFEST_KINDS)[number];

export interface Share {
  capability: string;
  revenueShare: number | null;
}
export type Scalar = string | number | boolean | null;
/** Lists are sets: sorted by code unit, each member once. Only references keep the order in which they are stated. */
export type Value = Scalar | readonly string[] | readonly Share[] | readonly Reference[];
export type Values = Readonly<Record<string, Value>>;

export interface FieldRule {
  field: string;
  /** The same field in the answers of the API. */
  entityField: string;
  /** Members and edges are names that need not exist later: see `scenarioValues.ts`. */
  type: 'plain' | 'link' | 'links' | 'shares' | 'references' | 'members' | 'edges';
  /** What a link points to. */
  target?: EntityKind;
  /** The default for a new entity; undefined if the field is required. */
  initial?: Value;
}

const plain = (field: string, initial: Value): FieldRule => ({ field, entityField: field, type: 'plain', initial });
const stated = (field: string): FieldRule => ({ field, entityField: field, type: 'plain' });
const link = (field: string, target: EntityKind, initial?: null): FieldRule => ({
  field,
  entityField: `${field}Id`,
  type: 'link',
  target,
  ...(initial === undefined ? {} : { initial }),
});
const links = (field: string, entityField: string, target: EntityKind): FieldRule => ({
  field,
  entityField,
  type: 'links',
  target,
  initial: [],
});
const named = [stated('name'), plain('description', null)];
const help: readonly FieldRule[] = [
  plain('contact', null),
  { field: 'references', entityField: 'references', type: 'references', initial: [] },
];

export const FIELD_RULES: Readonly<Record<ManifestKind, readonly FieldRule[]>> = {
  application: [
    ...named,
    plain('lifecycleState', 'Production'),
    plain('criticalityTier', 'BusinessOperational'),
    plain('ownerTeam', null),
    ...help,
    links('capabilities', 'capabilityIds', 'capability'),
    links('processes', 'processIds', 'process'),
  ],
  component: [
    link('application', 'application'),
    ...named,
    plain('kind', 'Other'),
    plain('runtime', 'Containers'),
    plain('isExternal', false),
    plain('staleAfterMinutes', null),
    ...help,
    links('hostingZones', 'hostingZoneIds', 'hosting-zone'),
    links('technologies', 'technologyIds', 'technology'),
    links('datasets', 'datasetIds', 'dataset'),
  ],
  capability: [
    ...named,
    plain('criticalityTier', null),
    plain('ownerTeam', null),
    plain('maximumTolerableDowntimeMinutes', null),
    link('parent', 'capability', null),
  ],
  process: [...named, plain('ownerTeam', null), links('capabilities', 'capabilityIds', 'capability')],
  segment: [
    ...named,
    stated('audienceType'),
    plain('people', null),
    plain('annualRevenue', null),
    { field: 'capabilities', entityField: 'capabilities', type: 'shares', target: 'capability', initial: [] },
  ],
  'hosting-area': [...named, plain('provider', null), plain('region', null)],
  'hosting-zone': [link('hostingArea', 'hosting-area'), ...named],
  technology: [...named, plain('vendor', null), plain('technologyVersion', null), plain('endOfSupport', null)],
  dataset: [...named, stated('classification'), plain('containsPersonalData', false)],
  dependency: [
    { field: 'source', entityField: 'sourceComponentId', type: 'link', target: 'component' },
    { field: 'target', entityField: 'targetComponentId', type: 'link', target: 'component' },
    stated('dependencyType'),
    plain('mode', 'Hard'),
    plain('required', true),
    plain('propagates', true),
    plain('redundancyGroup', null),
    plain('redundancyMinimum', 1),
    plain('protocol', null),
    plain('transportEncryption', null),
    plain('endpointAuthMethod', null),
  ],
  scenario: [
    ...named,
    { field: 'failures', entityField: 'failures', type: 'members' },
    { field: 'withheldDependencies', entityField: 'withheldDependencies', type: 'edges', initial: [] },
    plain('baseline', 'clean'),
    plain('durationMinutes', null),
  ],
};

/** The order of creation: a kind comes after all kinds that it links to. Deletions use the opposite order. */
export const CREATION_ORDER: readonly ManifestKind[] = [
  'hosting-area',
  'hosting-zone',
  'technology',
  'dataset',
  'capability',
  'process',
  'segment',
  'application',
  'component',
  'dependency',
  'scenario',
];

/** Whether a field holds a list. */
export function isListField({ type }: Pick<FieldRule, 'type'>): boolean {
  return type !== 'plain' && type !== 'link';
}

/** The name of a dependency. There is at most one of each type between two components. */
export function dependencyName(source: string, target: string, dependencyType: string): string {
  return `${source} → ${target} (${dependencyType})`;
}

/** Lists are equal only in the same order, so callers sort those that are sets first. */
export function areEqual(left: Value, right: Value): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  if (left.length !== right.length) return false;
  return left.every((item, index) => {
    const other = right[index];
    if (typeof item === 'string' || typeof other !== 'object') return item === other;
    if (isReference(item) || isReference(other)) return isReference(item) && isReference(other) && isSameReference(item, other);
    return item.capability === other.capability && item.revenueShare === other.revenueShare;
  });
}

/** The names that a value of a link field points to. */
export function linkedNames(rule: FieldRule, value: Value): readonly string[] {
  if (rule.target === undefined || value === null) return [];
  if (typeof value === 'string') return [value];
  return Array.isArray(value)
    ? (value as readonly (string | Share)[]).map((item) => (typeof item === 'string' ? item : item.capability))
    : [];
}
