/** Reads CSV (RFC 4180) and its relatives with semicolons or tabs, as spreadsheets write them. A formula is text like any other. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { formatNumber } from '@/plain/counts';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import type { Records, SeeRecord } from './sourceTable';
import { MOST_ROWS, tooLarge } from './tableLimits';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Longer than any cell that somebody fills by hand, and than a description of an entity. */
const LONGEST_RECORD = 1_000_000;
/** As many lines as it takes to see which character separates. */
const LINES_TO_LOOK_AT = 20;
const LINE_END = /\r\n|\n|\r/;

/** In bytes, more than most records take: the first records are looked for in a part of the text. */
const USUAL_RECORD = 4_000;

/** Throws UnreadableSource, with the line and without what is on it, if a quotation never ends. */
export function csvRecords(file: string, text: string): Records {
  const { separator, start } = startOf(text);
  // The library turns text into bytes many times slower.
  const body = new TextEncoder().encode(text.slice(start));
  const firstLine = start === 0 ? 1 : 2;
  return (most, see) => {
    const first = most * USUAL_RECORD < body.length ? firstRecords(body.subarray(0, most * USUAL_RECORD), separator, most) : null;
    if (first === null) readRecords(file, body, separator, firstLine, most, see);
    else seeEach(first, firstLine, see);
  };
}

/** Null if that part of a text is too short to hold them, or ends within a quotation. */
function firstRecords(part: Uint8Array, separator: string, most: number): string[][] | null {
  const records: string[][] = [];
  try {
    // The last one may be cut.
    parse(part, { ...optionsFor(separator), to: most + 1, on_record: (cells: string[]) => void records.push(cells) });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
  return records.length > most ? records.slice(0, most) : null;
}

function seeEach(records: readonly string[][], firstLine: number, see: SeeRecord): void {
  let line = firstLine;
  for (const cells of records) {
    see(cells, line);
    line += linesOf(cells);
  }
}

function readRecords(file: string, body: Uint8Array, separator: string, firstLine: number, most: number, see: SeeRecord): void {
  let line = firstLine;
  let count = 0;
  try {
    parse(body, {
      ...optionsFor(separator),
      ...(most === Infinity ? {} : { to: most }),
      on_record: (cells: string[]) => {
        // Lines without content are records too.
        count += 1;
        if (count > 2 * MOST_ROWS) throw tooLarge(`more than ${formatNumber(2 * MOST_ROWS)} lines`);
        see(cells, line);
        line += linesOf(cells);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableSource(`${file}:${line}: ${TROUBLES[error.code] ?? 'is not a record of a CSV file'}`, 'not_table');
  }
}

function optionsFor(delimiter: string) {
  return {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_RECORD,
  };
}

const TROUBLES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_MAX_RECORD_SIZE: 'a record is longer than a million characters: is a quotation mark missing?',
};

/** How many lines of the file a record takes. */
function linesOf(cells: readonly string[]): number {
  return cells.reduce((lines, cell) => lines + lineEndsIn(cell), 1);
}

function lineEndsIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(LINE_END).length - 1 : 0;
}

/** Which character separates the cells, and where the records begin: spreadsheets may say `sep=;` on the first line. */
function startOf(text: string): { separator: string; start: number } {
  const said = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text);
  return said?.[1] === undefined ? { separator: separatorOf(text), start: 0 } : { separator: said[1], start: said[0].length };
}

/** The character that occurs equally often on most of the first lines; of those, the most frequent. A comma if none does. */
export function separatorOf(text: string): string {
  const lines = unquoted(text.slice(0, 100_000))
    .split(LINE_END)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_TO_LOOK_AT);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const usual = mostFrequent(counts.filter((count) => count > 0));
    return { delimiter, usual, even: counts.filter((count) => count === usual && count > 0).length };
  });
  const [best] = scored.sort((left, right) => right.even - left.even || right.usual - left.usual);
  return best === undefined || best.even === 0 ? ',' : best.delimiter;
}

/** Without what stands in quotation marks, where separators are text. */
function unquoted(text: string): string {
  return text.replace(/"[^"]*"/g, '');
}

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0]?.[0] ?? 0;
}
