/** Reads the rows of tables as a mapping says: what each describes, and what it states about relations. Nothing is resolved yet. */
import type { DependencyMode, DependencyType } from '@/domain/vocabulary';
import { importedName, importedText } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceTable, TableRow } from '@/sources/table/read/sourceTable';
import { valueOfCell, type CellValue } from './cellValues';
import { ColumnPlaces, folded } from './columnPlaces';
import { fixedValue } from './fixedValues';
import { FIELDS, type DirectionWord, type FieldType, type Target } from './mappingFields';
import { listOfColumns, type Direction, type EntityMapping, type FieldSource, type Mapping, type RelationMapping } from './mappingSchema';
import type { Row, RowLedger } from './rowLedger';
import { tablesOf } from './tablesOf';
import { closestPattern, matchesOne } from './wordPatterns';

export interface StatedEntity {
  as: Target;
  set: string | undefined;
  name: string;
  /** Folded, the surest first; the name is the last. */
  keys: readonly string[];
  /** Whether the first key comes from the column that is named first, so that a different one means a different thing. */
  isSure: boolean;
  fields: Readonly<Record<string, CellValue>>;
  /** By field, the text of the cell that refers to other things. */
  references: Readonly<Record<string, string>>;
  row: Row;
}

export interface StatedRelation {
  source: string;
  target: string;
  sourceSets: readonly string[];
  targetSets: readonly string[];
  direction: DirectionWord;
  /** As the table calls the relation, for the report. */
  words: string;
  dependencyType: DependencyType | undefined;
  mode: DependencyMode | undefined;
  protocol: string | undefined;
  isGrouped: boolean;
  gathers: boolean;
  row: Row;
}

export interface Collected {
  entities: StatedEntity[];
  relations: StatedRelation[];
  /** Folded keys of rows that became nothing, and what they are: a relation to them can say so. */
  left: ReadonlyMap<string, string>;
}

/** Adds each row to the ledger. */
export function collectRows(tables: readonly SourceTable[], mapping: Mapping, ledger: RowLedger, report: ImportReport): Collected {
  const collected = { entities: [], relations: [], left: new Map<string, string>() };
  for (const table of tables) new TableReader(table, mapping, ledger, report, collected).read();
  return collected;
}

class TableReader {
  private readonly places: ColumnPlaces;
  private readonly entities: readonly EntityMapping[];
  private readonly relations: readonly RelationMapping[];

  constructor(
    private readonly table: SourceTable,
    mapping: Mapping,
    private readonly ledger: RowLedger,
    private readonly report: ImportReport,
    private readonly into: { entities: StatedEntity[]; relations: StatedRelation[]; left: Map<string, string> },
  ) {
    this.places = new ColumnPlaces(table.header, mapping.labels);
    const own = tablesOf(table, this.places, mapping);
    this.entities = own.entities;
    this.relations = own.dependencies;
  }

  read(): void {
    const wanted = new Set(
      this.places.all([...this.entities.flatMap(columnsOfEntity), ...this.relations.flatMap(columnsOfRelation)]).flat(),
    );
    const { file, header, headerLine, above } = this.table;
    if (above > 0) this.report.notMapped({ file, line: 1, column: 1 }, `rows above the header, treated as titles: ${above}`);
    for (const [place, name] of header.entries())
      if (name !== '' && !wanted.has(place)) this.report.unused({ file, line: headerLine, column: place + 1 }, name);
    for (const row of this.table.rows(wanted)) this.readRow(row, this.ledger.add({ file, line: row.line, column: 1 }));
    if (this.table.beyond() > 0)
      this.report.notMapped({ file, line: headerLine, column: header.length }, `cells to the right of the header: ${this.table.beyond()}`);
  }

  private readRow(cells: TableRow, row: Row): void {
    const done = new Set<Target>();
    for (const mapping of this.entities) {
      // Of several entries for one kind of thing, the first that fits counts.
      if (done.has(mapping.as) || !this.fits(mapping, cells)) continue;
      done.add(mapping.as);
      this.readEntity(mapping, cells, row);
    }
    if (this.entities.length > 0 && done.size === 0) this.leaveOut(cells, row);
    for (const mapping of this.relations) if (this.fits(mapping, cells)) this.readRelation(mapping, cells, row);
  }

  private fits({ when = {} }: { when?: Record<string, string[]> | undefined }, { cells }: TableRow): boolean {
    return Object.entries(when).every(([column, words]) => {
      const cell = cells[this.places.of(column)[0] ?? -1] ?? '';
      return matchesOne(words, cell);
    });
  }

  /** The first column that is filled. */
  private cell(columns: readonly string[], { cells }: TableRow): { text: string; place: number } {
    for (const places of this.places.all(columns)) {
      const texts = places.map((place) => cells[place] ?? '');
      if (!texts.includes('')) return { text: texts.join(' '), place: places[0] ?? 0 };
    }
    return { text: '', place: this.places.all(columns)[0]?.[0] ?? 0 };
  }

  /** A row that no entry wants, by the word that would have decided it. */
  private leaveOut(cells: TableRow, row: Row): void {
    const [first] = this.entities;
    const [column] = Object.keys(first?.when ?? {});
    if (first === undefined || column === undefined) return;
    const { text, place } = this.cell([column], cells);
    const what = text === '' ? `${column} is empty` : `${column} “${importedText(text, 80) ?? ''}” is not mapped`;
    this.ledger.count(row, what, place);
    for (const key of [...listOfColumns(first.key), ...listOfColumns(first.name)]) {
      const { text: known } = this.cell([key], cells);
      if (known !== '') this.into.left.set(folded(known), `${column} ${text}`);
    }
  }

  private readEntity(mapping: EntityMapping, cells: TableRow, row: Row): void {
    const name = importedName(this.cell(listOfColumns(mapping.name), cells).text);
    if (name === undefined) {
      this.ledger.count(row, 'has no name', this.cell(listOfColumns(mapping.name), cells).place);
      return;
    }
    const columns = listOfColumns(mapping.key);
    const keys = columns.map((column) => folded(this.cell([column], cells).text));
    const fields: Record<string, CellValue> = {};
    const references: Record<string, string> = {};
    const types = FIELDS[mapping.as] as Readonly<Record<string, FieldType>>;
    for (const [field, source] of Object.entries(mapping.fields ?? {})) {
      const type = types[field];
      if (source === undefined || type === undefined) continue;
      const value = this.valueOf(field, type, source, cells, row);
      if (value === undefined) continue;
      if (typeof type === 'object') references[field] = String(value);
      else fields[field] = value;
    }
    row.isMapped = true;
    const isSure = columns.length === 0 || keys[0] !== '';
    const all = [...new Set([...keys, folded(name)])].filter((key) => key !== '');
    this.into.entities.push({ as: mapping.as, set: mapping.set, name, keys: all, isSure, fields, references, row });
  }

  /** Counts words that mean nothing. */
  private valueOf(field: string, type: FieldType, source: FieldSource, cells: TableRow, row: Row): CellValue | undefined {
    const {
      column,
      map,
      filled = {},
      default: otherwise,
    } = typeof source === 'string' || Array.isArray(source) ? { column: source } : source;
    const marked = Object.entries(filled).find(([name]) => this.cell([name], cells).text !== '');
    // Null does not come: a mapping that states what a field cannot have is refused when it is read.
    if (marked !== undefined) return fixedValue(field, type, marked[1]) ?? undefined;
    const { text, place } = this.cell(listOfColumns(column), cells);
    if (text === '') return otherwise === undefined ? undefined : (fixedValue(field, type, otherwise) ?? undefined);
    if (typeof type === 'object') return text;
    const mapped = map === undefined ? undefined : closestPattern(map, text);
    if (mapped !== undefined) return fixedValue(field, type, mapped) ?? undefined;
    if (field === 'description') return importedText(text, 4_000);
    const value = valueOfCell(type, text);
    if (value !== undefined) return value;
    const header = this.table.header[place] ?? '';
    const unknown = `${header} “${importedText(text, 80) ?? ''}” is not a known ${field}`;
    // The dependency is stated all the same.
    const isAssumed = field === 'dependencyType' || field === 'mode';
    this.ledger.count(row, isAssumed ? `${unknown}, so the dependency got an assumed one` : unknown, place, 'cell');
    return undefined;
  }

  private readRelation(mapping: RelationMapping, cells: TableRow, row: Row): void {
    const source = this.cell(listOfColumns(mapping.source), cells);
    const target = this.cell(listOfColumns(mapping.target), cells);
    const isAside = this.entities.length > 0;
    if (source.text === '' || target.text === '') {
      // A row that describes something has no need to relate to anything.
      if (!isAside)
        this.ledger.count(row, `names no ${source.text === '' ? 'source' : 'target'}`, source.text === '' ? source.place : target.place);
      return;
    }
    const type = this.cell(listOfColumns(mapping.type), cells);
    const direction = directionOf(mapping, type.text);
    if (direction === undefined) {
      this.ledger.count(
        row,
        type.text === '' ? 'the relation states no type' : `the relation type “${importedText(type.text, 80) ?? ''}” is not mapped`,
        type.place,
      );
      return;
    }
    const { as, dependencyType, mode, gathers = false } = typeof direction === 'string' ? { as: direction } : direction;
    const read = (field: 'dependencyType' | 'mode' | 'protocol'): CellValue | undefined =>
      mapping[field] === undefined ? undefined : this.valueOf(field, field === 'protocol' ? 'text' : field, mapping[field], cells, row);
    this.into.relations.push({
      source: source.text,
      target: target.text,
      sourceSets: listOfColumns(mapping.sourceSet),
      targetSets: listOfColumns(mapping.targetSet),
      direction: as,
      words: importedText(type.text, 80) ?? this.table.header[target.place] ?? '',
      dependencyType: (read('dependencyType') as DependencyType | undefined) ?? dependencyType,
      mode: (read('mode') as DependencyMode | undefined) ?? mode,
      protocol: read('protocol') as string | undefined,
      isGrouped: mapping.isGrouped === true,
      gathers,
      row,
    });
  }
}

/** Undefined for a type that the mapping does not know. */
function directionOf({ type, directions }: RelationMapping, word: string): Direction | undefined {
  if (type === undefined) return directions as Direction;
  return closestPattern(directions as Readonly<Record<string, Direction>>, word.replace(/\s*::\s*/g, '::'));
}

/** The columns that a field is read from. */
export function columnsOfSource(source: FieldSource | undefined): readonly string[] {
  if (source === undefined) return [];
  if (typeof source === 'string' || Array.isArray(source)) return listOfColumns(source);
  return [...listOfColumns(source.column), ...Object.keys(source.filled ?? {})];
}

export function columnsOfEntity({ when, key, name, fields }: EntityMapping): readonly string[] {
  return [
    ...Object.keys(when ?? {}),
    ...listOfColumns(key),
    ...listOfColumns(name),
    ...Object.values(fields ?? {}).flatMap(columnsOfSource),
  ];
}

export function columnsOfRelation({ when, source, target, type, dependencyType, mode, protocol }: RelationMapping): readonly string[] {
  return [
    ...Object.keys(when ?? {}),
    ...[source, target, type].flatMap(listOfColumns),
    ...[dependencyType, mode, protocol].flatMap(columnsOfSource),
  ];
}
