/** Which entries of a mapping read a table: those that name it, or name none, and whose columns it has. */
import { stemOf } from '@/sources/table/read/openTables';
import type { SourceTable } from '@/sources/table/read/sourceTable';
import { folded, type ColumnPlaces } from './columnPlaces';
import { listOfColumns, type EntityMapping, type Mapping, type RelationMapping } from './mappingSchema';

type Entry = EntityMapping | RelationMapping;

export function tablesOf(table: Pick<SourceTable, 'file' | 'sheet'>, places: ColumnPlaces, { entities, dependencies }: Mapping): Mapping {
  const has = (columns: string | readonly string[] | undefined): boolean => places.all(listOfColumns(columns)).length > 0;
  const hasWhen = ({ when = {} }: Entry): boolean => Object.keys(when).every((column) => places.of(column).length > 0);
  return {
    entities: entities.filter((entry) => isNamed(table, entry) && hasWhen(entry) && has(entry.name)),
    dependencies: dependencies.filter(
      (entry) =>
        isNamed(table, entry) && hasWhen(entry) && has(entry.source) && has(entry.target) && (entry.type === undefined || has(entry.type)),
    ),
  };
}

/** Whether an entry is for this table, as far as names decide. */
export function isNamed({ file, sheet }: Pick<SourceTable, 'file' | 'sheet'>, entry: Entry): boolean {
  const path = file.split('!')[0] ?? file;
  const names = new Set([sheet, stemOf(path), path.split(/[/\\]/).at(-1) ?? path].map(folded));
  const sheets = listOfColumns(entry.sheet);
  const wanted = [...sheets, ...listOfColumns(entry.file)];
  return wanted.length === 0 || wanted.some((name) => names.has(folded(name)));
}
