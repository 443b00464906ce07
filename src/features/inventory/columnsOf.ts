/** The columns of a table: every field of the kind, as wide as what stands in it. */
import type { InventoryKind } from '@/contract/bulk';
import { fieldsOf, type FieldSpec } from './fields';
import { labelOf } from './fieldWords';

export interface InventoryColumn {
  name: string;
  label: string;
  /** Null for what every row has beside its fields. */
  spec: FieldSpec | null;
  /** As a track of the grid. */
  width: string;
  /** The name of an order that the list offers. */
  sortBy: string | null;
  isNumber: boolean;
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
  if (name === 'technicalName' || input === 'links' || input === 'shares' || input === 'longText') return 'minmax(170px, 1.5fr)';
  if (input === 'switch') return 'minmax(96px, 0.5fr)';
  return 'minmax(140px, 1fr)';
}

export function columnsOf(kind: InventoryKind, currency: string | null = null): readonly InventoryColumn[] {
  const fields = fieldsOf(kind, currency);
  const first = ['name', 'sourceComponentId', 'targetComponentId', 'technicalName'];
  const ordered = [
    ...first.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !first.includes(name) && name !== 'description'),
    ...fields.filter(({ name }) => name === 'description'),
  ];
  return [
    ...ordered.map((spec) => ({
      name: spec.name,
      label: spec.label,
      spec,
      width: widthOf(spec),
      sortBy: SORTS[spec.name] ?? null,
      isNumber: spec.input === 'number',
    })),
    ...['updatedAt', 'createdAt'].map((name) => ({
      name,
      label: labelOf(kind, name),
      spec: null,
      width: 'minmax(156px, 0.7fr)',
      sortBy: SORTS[name] ?? null,
      isNumber: false,
    })),
  ];
}
