/** What rows of all ten kinds have in common: fields by name, and a display name. */

export type InventoryRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** Names by id, as far as they have been loaded. */
export type Names = ReadonlyMap<string, { name: string; technicalName: string }>;

export const UNKNOWN_NAME = '…';

/** The name of an entity; for a dependency, both ends. */
export function rowName(row: InventoryRow, names: Names): string {
  if (typeof row.name === 'string') return row.name;
  const end = (id: unknown): string => names.get(String(id))?.name ?? UNKNOWN_NAME;
  return `${end(row.sourceComponentId)} → ${end(row.targetComponentId)}`;
}
