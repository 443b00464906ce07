/** Says which parts of a mapping file find nothing in the tables: a name that is spelled differently would otherwise go unnoticed. */
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceTable } from '@/sources/table/read/sourceTable';
import { columnsOfEntity, columnsOfRelation } from './collectRows';
import { ColumnPlaces } from './columnPlaces';
import type { Mapping } from './mappingSchema';
import { isNamed, tablesOf } from './tablesOf';

/** `file` is the mapping. */
export function tellUnread(file: string, mapping: Mapping, tables: readonly SourceTable[], report: ImportReport): void {
  const known = tables.map((table) => ({ table, places: new ColumnPlaces(table.header, mapping.labels) }));
  const read = known.map(({ table, places }) => tablesOf(table, places, mapping));
  const tell = (entry: string, what: string): void => report.notMapped({ file, line: 1, column: 1 }, `${entry} of the mapping: ${what}`);
  const check = (
    entry: string,
    one: Parameters<typeof isNamed>[1],
    isRead: (own: Mapping) => boolean,
    columns: readonly string[],
  ): void => {
    const named = known.filter(({ table }) => isNamed(table, one));
    if (named.length === 0) return tell(entry, 'no table is called so');
    for (const column of new Set(columns))
      if (!named.some(({ places }) => places.of(column).length > 0)) tell(entry, `no column is called ${column}`);
    if (!read.some(isRead)) tell(entry, 'no table has the columns that it needs');
  };
  for (const [at, one] of mapping.entities.entries())
    check(`entities.${at}`, one, ({ entities }) => entities.includes(one), columnsOfEntity(one));
  for (const [at, one] of mapping.dependencies.entries())
    check(`dependencies.${at}`, one, ({ dependencies }) => dependencies.includes(one), columnsOfRelation(one));
}
