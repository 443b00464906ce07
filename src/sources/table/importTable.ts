/** Imports tables: CSV, TSV and XLSX, by the preset of a tool, by a mapping file, or by what the columns are called. */
import type { CandidateFile, Importer, ImporterOptions } from '@/sources/importer';
import { importedName } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { nameOfDirectory } from '@/sources/proposal/sourceName';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { folded } from './mapping/columnPlaces';
import type { Mapping } from './mapping/mappingSchema';
import { readMapping } from './mapping/readMapping';
import { tellUnread } from './mapping/tellUnread';
import { importOpened, type ImportedTables } from './importOpened';
import { genericMapping } from './presets/generic';
import { detectPreset, PRESET_NAMES, PRESETS, presetOfHeader } from './presets/presets';
import { csvRecords } from './read/csvRecords';
import { openTables, stemOf } from './read/openTables';
import { sourceTable, type SourceTable } from './read/sourceTable';
import { TableBudget } from './read/tableLimits';
import { isXmlSet } from './read/xmlSet';

const HELP = `
Presets know the exports of servicenow, leanix, itop and glpi; generic goes by what the columns are called: name, depends on, owner, tier,
rto, revenue. Without --preset, the headers decide. A mapping file says which tables and columns become what; the Manifest page in the
browser makes one while you watch the result. Values and types of relations that are not known are listed with their number, never guessed.

Examples:
  faultline import table cmdb_ci*.csv cmdb_rel_ci.csv -o landscape.yaml
  faultline import table inventory.xlsx --preset leanix
  faultline import table systems.xlsx --sheet Systems --mapping map.yaml`;

function mappingFor(tables: readonly SourceTable[], files: SourceFiles, own: ImporterOptions['own'], report: ImportReport): Mapping {
  if (typeof own.mapping === 'string') {
    const written = readMapping(own.mapping, files.read(own.mapping));
    tellUnread(own.mapping, written, tables, report);
    return written;
  }
  const named = PRESETS.find(({ name }) => name === own.preset);
  if (named !== undefined) return named.mapping;
  const detected = own.preset === 'generic' ? null : detectPreset(tables);
  if (detected !== null) {
    report.decided(undefined, `the columns are those of ${detected.tool}; use --preset to change that`);
    return detected.mapping;
  }
  const mapping = genericMapping(tables);
  if (mapping.entities.length === 0 && mapping.dependencies.length === 0)
    throw new UnreadableSource('no column of these tables is called name, or source and target', 'nothing_found', {
      hint: 'a first row with the names of the columns is needed, or a --mapping',
    });
  return mapping;
}

function nameFor(paths: readonly string[], files: SourceFiles, given: string | undefined, report: ImportReport): string {
  const stated = importedName(given);
  if (stated !== undefined) return stated;
  const [first = '.'] = [...paths].sort();
  if (paths.length > 1) return importedName(nameOfDirectory(files, files.directoryOf(first), report)) ?? 'tables';
  const name = importedName(stemOf(first)) ?? 'table';
  report.decided(undefined, `tables state no name, so the manifest is called ${name}; use --name to change that`);
  return name;
}

/** Only the sheets that somebody chose. Throws UnreadableSource if one of them does not exist. */
function chosenSheets(tables: readonly SourceTable[], own: ImporterOptions['own']): readonly SourceTable[] {
  const wanted = [own.sheet ?? []].flat().filter((sheet) => typeof sheet === 'string');
  const missing = wanted.find((name) => !tables.some(({ sheet }) => folded(sheet) === folded(name)));
  if (missing !== undefined)
    throw new UnreadableSource(`no sheet is called ${missing}`, 'nothing_found', {
      hint: `there are ${tables.map(({ sheet }) => sheet).join(', ') || 'none'}`,
    });
  return wanted.length === 0 ? tables : tables.filter(({ sheet }) => wanted.some((name) => folded(sheet) === folded(name)));
}

/** Throws UnreadableSource if the files cannot become a manifest. */
export function importTables(
  paths: readonly string[],
  files: SourceFiles,
  { name, saw, own }: ImporterOptions,
  report: ImportReport,
): ImportedTables {
  const opened = openTables(paths, files, report, saw);
  const tables = chosenSheets(opened.tables, own);
  if (tables.length === 0) throw new UnreadableSource(`there is no row in ${paths.join(', ')}`, 'nothing_found');
  const mapping = mappingFor(tables, files, own, report);
  return importOpened({ ...opened, tables }, mapping, nameFor(paths, files, name, report), report);
}

/** How much of a text shows its header. */
const BEGINNING = 20_000;

function recognise({ path, text }: CandidateFile): string | null {
  if (/\.xml$/i.test(path)) return isXmlSet(text) ? 'it is a set of objects as iTop exports it' : null;
  const ending = /\.(csv|tsv|xlsx)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  if (ending === 'xlsx') return 'it is an .xlsx workbook';
  const header = headerOf(path, text.slice(0, BEGINNING));
  const found = header === null ? null : presetOfHeader(header);
  if (found !== null) return `it has the columns ${found.columns.join(', ')} of ${found.preset.tool}`;
  return `it is a .${ending} file`;
}

/** Null if the text has none that could be read. */
function headerOf(path: string, text: string): readonly string[] | null {
  try {
    return (
      sourceTable(path, stemOf(path), csvRecords(path, text.slice(0, text.lastIndexOf('\n') + 1) || text), new TableBudget())?.header ??
      null
    );
  } catch (error) {
    if (error instanceof UnreadableSource) return null;
    throw error;
  }
}

export const TABLE: Importer = {
  kind: 'table',
  source: 'CSV, TSV and XLSX tables, and XML of iTop',
  help: HELP,
  defaultName: 'the file, or for several files their directory',
  options: [
    { flags: '--preset <name>', description: 'the tool whose export this is; default: what the columns show', choices: PRESET_NAMES },
    { flags: '--mapping <file>', description: 'a file that says what tables and columns become' },
    { flags: '--sheet <name>', description: 'read only this sheet, or file (without its ending); can be repeated', isRepeatable: true },
  ],
  recognise,
  read: importTables,
};
