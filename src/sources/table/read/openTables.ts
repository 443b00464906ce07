/** Opens files as tables: one of a text file, one of each visible sheet of a workbook, one of each class of a set in XML. */
import type { ImportReport } from '@/sources/proposal/importReport';
import type { SourceFiles } from '@/sources/proposal/sourceFiles';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { byCodeUnit } from '@/plain/order';
import { countOf } from '@/plain/counts';
import { csvRecords } from './csvRecords';
import { decodeText } from './decodeText';
import { sourceTable, type SourceTable } from './sourceTable';
import { TableBudget } from './tableLimits';
import { readWorkbook } from './workbook';
import { isXmlSet, readXmlSet } from './xmlSet';

export interface OpenedTables {
  /** In the order of their names. */
  tables: readonly SourceTable[];
  /** To be called before all rows are read once more, as limits count what is read. */
  readAgain: () => void;
  /** To be called once the rows are read: reports what reading found. */
  tellReading: () => void;
}

/** Throws UnreadableSource if a file is no table or is larger than an import may be. */
export function openTables(
  paths: readonly string[],
  files: SourceFiles,
  report: ImportReport,
  saw?: (count: number) => void,
): OpenedTables {
  const budget = new TableBudget();
  const tables: SourceTable[] = [];
  const endings: (() => void)[] = [];
  const seen = new Set<string>();
  for (const path of [...paths].sort(byCodeUnit)) {
    if (files.kind(path) === 'directory')
      throw new UnreadableSource(`${path} is a directory`, 'unreadable_file', { hint: 'name its files: tables/*.csv' });
    const identity = files.identity(path);
    if (seen.has(identity)) continue;
    seen.add(identity);
    saw?.(seen.size);
    const bytes = files.readBytes(path);
    if (isZip(bytes)) endings.push(openWorkbook(path, bytes, budget, report, tables));
    else openText(path, bytes, budget, report, tables);
  }
  return { tables, readAgain: () => budget.reset(), tellReading: () => endings.forEach((tell) => tell()) };
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
/** The container of workbooks before 2007, and of those that a password protects. */
const isOldOffice = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

function openText(path: string, bytes: Uint8Array, budget: TableBudget, report: ImportReport, tables: SourceTable[]): void {
  if (isOldOffice(bytes))
    throw new UnreadableSource(`${path} is a workbook of before 2007, or one that a password protects`, 'not_table', {
      hint: 'save it as .xlsx without a password, or as .csv',
    });
  const decoded = decodeText(bytes);
  if (decoded === null) throw new UnreadableSource(`${path} is neither a text file nor an .xlsx workbook`, 'not_table');
  if (decoded.encoding === 'Windows-1252')
    report.decided(
      { file: path, line: 1, column: 1 },
      'this file is not UTF-8, so it was read as Windows-1252: check the names that have accents',
    );
  if (isXmlSet(decoded.text)) {
    for (const { sheet, records } of readXmlSet(path, decoded.text)) {
      const table = sourceTable(`${path}!${sheet}`, sheet, records, budget);
      if (table !== null) tables.push(table);
    }
    return;
  }
  const table = sourceTable(path, stemOf(path), csvRecords(path, decoded.text), budget);
  if (table === null) report.notMapped({ file: path, line: 1, column: 1 }, 'this file has no rows');
  else tables.push(table);
}

/** Returns what reports, once the rows are read, which cells were left out. */
function openWorkbook(path: string, bytes: Uint8Array, budget: TableBudget, report: ImportReport, tables: SourceTable[]): () => void {
  const { sheets, linkedCells } = readWorkbook(path, bytes);
  for (const { name, isHidden, records } of sheets) {
    const file = `${path}!${name}`;
    if (isHidden) report.notMapped({ file, line: 1, column: 1 }, 'this sheet is hidden, so it was not read');
    const table = sourceTable(file, name, records, budget);
    if (table !== null) tables.push(table);
    else if (!isHidden) report.notMapped({ file, line: 1, column: 1 }, 'this sheet is empty');
  }
  return () => {
    if (linkedCells() > 0)
      report.notMapped({ file: path, line: 1, column: 1 }, `${countOf(linkedCells(), 'cell')} whose value comes from another workbook`);
  };
}

/** `cmdb_ci` of `export/cmdb_ci.csv`. */
export function stemOf(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.[^.]*$/, '');
}
