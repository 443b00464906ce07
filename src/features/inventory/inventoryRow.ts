/** What the ten kinds have in common once they are rows: fields by name, and a name to be called by. */

export type InventoryRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** Names by id, as far as they are known. */
export type Names = ReadonlyMap<string, { name: string; technicalName: string }>;

export const UNKNOWN_NAME = '…';

/** An entity by its name, a dependency by its ends. */
export function rowName(row: InventoryRow, names: Names): string {
  if (typeof row.name === 'string') return row.name;
  const end = (id: unknown): string => names.get(String(id))?.name ?? UNKNOWN_NAME;
  return `${end(row.sourceComponentId)} → ${end(row.targetComponentId)}`;
}
