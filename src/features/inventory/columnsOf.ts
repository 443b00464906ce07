/** The columns of a table: one per field of the kind, with a width to suit it. */
import type { InventoryKind } from '@/contract/bulk';
import { STANDING_KINDS } from '@/contract/values/standing';
import { fieldsOf, type FieldSpec } from './fields';
import { labelOf } from './fieldWords';

export interface InventoryColumn {
  name: string;
  label: string;
  /** Null for columns that are no field of the kind. */
  spec: FieldSpec | null;
  /** The width as a CSS grid track. */
  width: string;
  /** The name to sort by in the list's query; null if it cannot be sorted. */
  sortBy: string | null;
  isNumber: boolean;
  /** Worked out for rows in sight alone: not a part of the entity, nor of files. */
  isLive?: true;
}

const SORTS: Readonly<Record<string, string>> = {
  name: 'name',
  technicalName: 'technicalName',
  updatedAt: 'updatedAt',
  sourceComponentId: 'source',
  targetComponentId: 'target',
};

function widthOf({ name, input }: FieldSpec): string {
  if (name === 'name' || name === 'sourceComponentId' || name === 'targetComponentId') return 'minmax(200px, 2fr)';
  if (name === 'technicalName' || input === 'links' || input === 'shares' || input === 'references' || input === 'longText')
    return 'minmax(170px, 1.5fr)';
  if (input === 'switch') return name === 'containsPersonalData' ? 'minmax(118px, 0.5fr)' : 'minmax(96px, 0.5fr)';
  if (name === 'criticalityTier' || name === 'maximumTolerableDowntimeMinutes') return 'minmax(166px, 1fr)';
  return 'minmax(140px, 1fr)';
}

const LIVE_COLUMNS: readonly InventoryColumn[] = [
  { name: 'health', label: 'Health', spec: null, width: 'minmax(118px, 0.6fr)', sortBy: null, isNumber: false, isLive: true },
  {
    name: 'exposure',
    label: 'Expected cost per hour',
    spec: null,
    width: 'minmax(176px, 0.6fr)',
    sortBy: null,
    isNumber: true,
    isLive: true,
  },
];

/** Whether the table says how each row stands, and what its outage is expected to cost. */
export function hasStandings(kind: InventoryKind): kind is (typeof STANDING_KINDS)[number] {
  return (STANDING_KINDS as readonly string[]).includes(kind);
}

export function columnsOf(kind: InventoryKind, currency: string | null = null): readonly InventoryColumn[] {
  const fields = fieldsOf(kind, currency);
  const first = ['name', 'sourceComponentId', 'targetComponentId', 'technicalName'];
  const ordered = [
    ...first.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !first.includes(name) && name !== 'description'),
    ...fields.filter(({ name }) => name === 'description'),
  ];
  const [handle, ...others] = ordered.map((spec): InventoryColumn => ({
    name: spec.name,
    label: spec.label,
    spec,
    width: widthOf(spec),
    sortBy: SORTS[spec.name] ?? null,
    isNumber: spec.input === 'number',
  }));
  return [
    ...(handle === undefined ? [] : [handle]),
    ...(hasStandings(kind) ? LIVE_COLUMNS : []),
    ...others,
    ...['updatedAt', 'createdAt'].map((name) => ({
      name,
      label: labelOf(name),
      spec: null,
      width: 'minmax(156px, 0.7fr)',
      sortBy: SORTS[name] ?? null,
      isNumber: false,
    })),
  ];
}
