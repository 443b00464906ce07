/** Tables that somebody dropped, and what their columns become so far. Pure: a worker reads the files and makes the manifest. */
import type { ReportEntry } from '@/sources/proposal/importReport';
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import { choiceFor, mappingOf, type ColumnChoice } from '@/sources/table/presets/generic';
import { PRESETS } from '@/sources/table/presets/presets';
import type { SourceTable, TableRow } from '@/sources/table/read/sourceTable';

/** A table without its rows. */
export type TableHead = Pick<SourceTable, 'file' | 'sheet' | 'header'>;

/** What is known as soon as the files are opened. */
export interface OpenedDraft {
  tables: readonly TableHead[];
  /** Of each table, the first rows. */
  shown: readonly (readonly TableRow[])[];
  /** The preset whose columns they have; null for a spreadsheet of no known tool. */
  preset: string | null;
  name: string;
}

export interface TableDraft extends Omit<OpenedDraft, 'preset'> {
  /** The name of a preset, or `columns` if somebody says of each column what it becomes. */
  preset: string;
  /** By table; null for one that is not read. */
  choices: readonly (ColumnChoice | null)[];
}

export interface Outcome {
  text: string;
  counts: ReadonlyMap<string, number>;
  /** `web (WebApp) of Shop` */
  components: readonly string[];
  /** `web needs db` */
  dependencies: readonly string[];
  /** What the report says, as a person reads it. */
  notes: readonly { type: ReportEntry['type']; text: string }[];
}

/** Why nothing comes out. */
export interface Refusal {
  refusal: string;
}

export const OWN_COLUMNS = 'columns';

export function draftOf(opened: OpenedDraft): TableDraft {
  return { ...opened, preset: opened.preset ?? OWN_COLUMNS, choices: opened.tables.map((table) => choiceFor(table)) };
}

/** The mapping that the choices make. */
export function draftMapping({ tables, preset, choices }: TableDraft): Mapping {
  const known = PRESETS.find(({ name }) => name === preset);
  if (known !== undefined) return known.mapping;
  const own = tables.flatMap((table, at) => {
    const choice = choices[at];
    return choice == null ? [] : [mappingOf(table, choice)];
  });
  return { entities: own.flatMap(({ entities }) => entities), dependencies: own.flatMap(({ dependencies }) => dependencies) };
}

/** A table of the draft whose rows become something else, with the columns that fit. */
export function withRows(draft: TableDraft, at: number, as: ColumnChoice['as'] | null): TableDraft {
  const table = draft.tables[at];
  if (table === undefined) return draft;
  return { ...draft, choices: draft.choices.with(at, as === null ? null : choiceFor(table, as)) };
}

/** One column of a table becomes a field, or nothing; the column that was that field before becomes nothing. */
export function withColumn(draft: TableDraft, at: number, place: number, field: string | null): TableDraft {
  const choice = draft.choices[at];
  if (choice == null) return draft;
  const columns = new Map([...choice.columns].filter(([column, own]) => column !== place && own !== field));
  if (field !== null) columns.set(place, field);
  return { ...draft, choices: draft.choices.with(at, { ...choice, columns }) };
}
