/** Tables that somebody dropped, what their columns become so far, and what comes out. Pure, apart from reading the files. */
import { ImportReport, groupBySort, type ReportEntry } from '@/sources/proposal/importReport';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { importOpened } from '@/sources/table/importOpened';
import type { Mapping } from '@/sources/table/mapping/mappingSchema';
import { choiceFor, mappingOf, type ColumnChoice } from '@/sources/table/presets/generic';
import { detectPreset, PRESETS } from '@/sources/table/presets/presets';
import { openTables, stemOf, type OpenedTables } from '@/sources/table/read/openTables';
import type { TableRow } from '@/sources/table/read/sourceTable';
import { droppedFiles } from '@/client/manifest/droppedFiles';
import { openBytes } from '@/client/manifest/openFile';

/** As many rows as show what a column holds. */
const SHOWN_ROWS = 20;
const SHOWN_THINGS = 8;

export interface TableDraft {
  opened: OpenedTables;
  /** Of each table, the first rows. */
  shown: readonly (readonly TableRow[])[];
  /** The name of a preset, or `columns` if somebody says of each column what it becomes. */
  preset: string;
  /** By table; null for one that is not read. */
  choices: readonly (ColumnChoice | null)[];
  name: string;
  /** What reading the files reported. */
  readings: readonly ReportEntry[];
}

export const OWN_COLUMNS = 'columns';

/** Throws an Error whose message is shown to the person. */
export async function openDraft(files: readonly File[]): Promise<TableDraft> {
  const contents = new Map<string, Uint8Array>();
  for (const file of files) contents.set(file.webkitRelativePath || file.name, await openBytes(file));
  const report = new ImportReport();
  const opened = openTables([...contents.keys()], droppedFiles(contents), report);
  if (opened.tables.length === 0) throw new Error('There is no row in these files.');
  const shown = opened.tables.map((table) => table.rows(new Set(table.header.keys()), SHOWN_ROWS));
  const [first = 'tables'] = contents.keys();
  const preset = detectPreset(opened.tables);
  return {
    opened,
    shown,
    preset: preset?.name ?? OWN_COLUMNS,
    choices: opened.tables.map((table) => choiceFor(table)),
    name: contents.size > 1 && preset !== null ? preset.tool : stemOf(first),
    readings: report.all(),
  };
}

/** The mapping that the choices make. */
export function draftMapping({ opened, preset, choices }: TableDraft): Mapping {
  const known = PRESETS.find(({ name }) => name === preset);
  if (known !== undefined) return known.mapping;
  const own = opened.tables.flatMap((table, at) => {
    const choice = choices[at];
    return choice == null ? [] : [mappingOf(table, choice)];
  });
  return { entities: own.flatMap(({ entities }) => entities), dependencies: own.flatMap(({ dependencies }) => dependencies) };
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

/** What the tables become, or why nothing does. */
export function outcomeOf(draft: TableDraft): Outcome | { refusal: string } {
  const mapping = draftMapping(draft);
  if (mapping.entities.length === 0 && mapping.dependencies.length === 0)
    return { refusal: 'No column is a name, or the two ends of a dependency. Say of one column that it is.' };
  try {
    const { manifest, text, counts, report } = importOpened(draft.opened, mapping, draft.name.trim() || 'tables', new ImportReport());
    const applications = manifest.applications ?? [];
    return {
      text,
      counts,
      components: applications
        .flatMap(({ name, components }) =>
          (components ?? []).map((one) => `${one.name ?? ''}${one.kind === undefined ? '' : ` (${one.kind})`}, in ${name ?? ''}`),
        )
        .slice(0, SHOWN_THINGS),
      dependencies: (manifest.dependencies ?? [])
        .slice(0, SHOWN_THINGS)
        .map(({ source, target, mode }) => `${source} needs ${target} (${mode ?? 'Hard'})`),
      notes: notesOf([...draft.readings, ...report]),
    };
  } catch (error) {
    if (error instanceof UnreadableSource) return { refusal: `${capitalised(error.message)}.` };
    throw error;
  }
}

function notesOf(entries: readonly ReportEntry[]): Outcome['notes'] {
  return groupBySort(entries).map(({ type, message, field, file, line }) => ({
    type,
    text:
      field === undefined
        ? `${file === undefined ? '' : `${file}:${line ?? 1}: `}${message}`
        : `column ${field} of ${file ?? ''} is not used`,
  }));
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A table of the draft whose rows become something else, with the columns that fit. */
export function withRows(draft: TableDraft, at: number, as: ColumnChoice['as'] | null): TableDraft {
  const table = draft.opened.tables[at];
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
