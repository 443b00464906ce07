/** A table of another tool's export: a header, and rows with their lines. Only cells of the columns that somebody asks for are kept. */
import { formatNumber } from '@/plain/counts';
import { MOST_COLUMNS, tooLarge, type TableBudget } from './tableLimits';

/** A record of a file, before anybody knows which one is the header: its cells, and the line (of a sheet: the row) on which it starts. */
export type SeeRecord = (cells: readonly string[], line: number) => void;

/** Calls `see` with each of the first `most` records. */
export type Records = (most: number, see: SeeRecord) => void;

export interface TableRow {
  line: number;
  /** By column of the header; '' where the table has nothing, and in columns that nobody asked for. */
  cells: readonly string[];
}

export interface SourceTable {
  /** The file, with the sheet of a workbook behind it: `inventory.xlsx!Application`. */
  file: string;
  /** The sheet of a workbook; for a text file, its name without folder and extension. */
  sheet: string;
  /** Names of the columns; '' for a column without one. */
  header: readonly string[];
  headerLine: number;
  /** Records above the header: titles. */
  above: number;
  /** How many filled cells, of the rows that were read last, stand to the right of the header. */
  beyond: () => number;
  /** The first `most` rows below the header that are not empty, with the cells of the columns at the places in `wanted`. */
  rows(wanted: ReadonlySet<number>, most?: number): TableRow[];
}

/** The header is among the first records, below titles at most. */
const HEADER_WITHIN = 20;

/** Null if there is no record at all. Throws UnreadableSource if the records cannot be read. */
export function sourceTable(file: string, sheet: string, records: Records, budget: TableBudget): SourceTable | null {
  const first: { cells: string[]; line: number }[] = [];
  records(HEADER_WITHIN, (cells, line) => {
    if (cells.some(isFilled)) first.push({ cells: cells.map((cell) => cell.trim()), line });
  });
  const place = headerPlace(first.map(({ cells }) => cells.filter(isFilled).length));
  const found = first[place];
  if (found === undefined) return null;
  const { cells: header, line: headerLine } = found;
  if (header.length > MOST_COLUMNS) throw tooLarge(`more than ${formatNumber(MOST_COLUMNS)} columns`);
  let beyond = 0;
  return {
    file,
    sheet,
    header,
    headerLine,
    above: place,
    beyond: () => beyond,
    rows: (wanted, most = Infinity) => {
      const rows: TableRow[] = [];
      beyond = 0;
      records(headerLine + most + HEADER_WITHIN, (cells, line) => {
        if (line <= headerLine || rows.length >= most || !cells.some(isFilled)) return;
        const kept = header.map((_, column) => (wanted.has(column) ? (cells[column]?.trim() ?? '') : ''));
        budget.take(kept);
        if (cells.length > header.length) beyond += cells.slice(header.length).filter(isFilled).length;
        rows.push({ line, cells: kept });
      });
      return rows;
    },
  };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** The first record that fills nearly as many cells as the fullest: titles fill one or two. */
function headerPlace(filled: readonly number[]): number {
  const most = Math.max(0, ...filled);
  return filled.findIndex((count) => count * 3 >= most * 2);
}
