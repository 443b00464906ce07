/** What a mapping makes of each column of a table. */
import type { SourceTable } from '@/sources/table/read/sourceTable';
import { ColumnPlaces } from './columnPlaces';
import { columnsOfSource } from './collectRows';
import { listOfColumns, type Mapping } from './mappingSchema';
import { tablesOf } from './tablesOf';

/** By place of the column, the fields and ends of relations that it fills; `kind of row` for one that decides what a row is. */
export function columnUses(table: Pick<SourceTable, 'file' | 'sheet' | 'header'>, mapping: Mapping): string[][] {
  const places = new ColumnPlaces(table.header, mapping.labels);
  const uses = table.header.map((): string[] => []);
  const note = (columns: readonly string[], use: string): void => {
    for (const place of places.all(columns).flat()) if (uses[place]?.includes(use) === false) uses[place].push(use);
  };
  const { entities, dependencies } = tablesOf(table, places, mapping);
  for (const { when = {}, key, name, fields = {} } of entities) {
    note(Object.keys(when), 'Kind of row');
    note(listOfColumns(key), 'key');
    note(listOfColumns(name), 'name');
    for (const [field, source] of Object.entries(fields)) note(columnsOfSource(source), field);
  }
  for (const { source, target, type } of dependencies) {
    const isAside = entities.length > 0;
    if (!isAside) note(listOfColumns(source), 'source');
    note(listOfColumns(target), isAside ? 'Relation' : 'target');
    note(listOfColumns(type), 'Type of relation');
  }
  return uses;
}
