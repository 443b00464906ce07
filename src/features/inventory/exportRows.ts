/** A whole table as CSV: every page with the current filters and order, links as technical names, references as their URLs. */
import type { InventoryKind } from '@/contract/bulk';
import type { Page } from '@/contract/lists';
import type { Reference } from '@/domain/references';
import type { EntityKind } from '@/domain/vocabulary';
import { csvText, type CsvCell } from '@/plain/csv';
import type { InventoryColumn } from './columnsOf';
import type { InventoryRow } from './inventoryRow';
import { idsIn, linkedPortions } from './useNames';
import { ROWS_A_PAGE } from './useRows';

interface Sources {
  list(input: Record<string, unknown>): Promise<Page<InventoryRow>>;
  names(portion: { kind: EntityKind; ids: string[] }): Promise<readonly { id: string; technicalName: string }[]>;
}

/** `onProgress` gets the number of rows read so far. */
export async function exportRows(
  kind: InventoryKind,
  columns: readonly InventoryColumn[],
  input: Record<string, unknown>,
  { list, names }: Sources,
  onProgress: (count: number) => void,
): Promise<string> {
  const rows: InventoryRow[] = [];
  const technicalNames = new Map<string, string>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page<InventoryRow> = await list({ ...input, limit: ROWS_A_PAGE, ...(cursor === undefined ? {} : { cursor }) });
    const portions = linkedPortions(kind, page.items).map(({ kind: target, ids }) => ({
      kind: target,
      ids: ids.filter((id) => !technicalNames.has(id)),
    }));
    const found = await Promise.all(portions.filter(({ ids }) => ids.length > 0).map(names));
    for (const { id, technicalName } of found.flat()) technicalNames.set(id, technicalName);
    rows.push(...page.items);
    onProgress(rows.length);
    cursor = page.nextCursor;
  }
  return csvText(
    columns.map(({ name }) => name),
    rows.map((row) => columns.map((column) => cellOf(column, row, technicalNames))),
  );
}

function cellOf({ name, spec }: InventoryColumn, row: InventoryRow, technicalNames: ReadonlyMap<string, string>): CsvCell {
  const value = row[name];
  if (spec !== null && spec.target !== null)
    return idsIn(spec, value)
      .map((id) => technicalNames.get(id) ?? id)
      .join(' ');
  if (spec?.input === 'references') return (value as readonly Reference[]).map(({ url }) => url).join(' ');
  return value === undefined || value === null ? null : typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}
