/** Keeps account of every row: it became something, or a line of the report says why it did not. */
import { countOf } from '@/plain/counts';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Position } from '@/sources/proposal/locatedYaml';

export interface Row {
  position: Position;
  isMapped: boolean;
  isReported: boolean;
}

export interface Tally {
  rows: number;
  mapped: number;
  /** Rows of which nothing is in the manifest. */
  left: number;
}

export class RowLedger {
  private readonly rows: Row[] = [];
  /** By what the report says of them, rows and words that are only counted. */
  private readonly counted = new Map<string, { count: number; position: Position; noun: string }>();

  constructor(private readonly report: ImportReport) {}

  add(position: Position): Row {
    const row = { position, isMapped: false, isReported: false };
    this.rows.push(row);
    return row;
  }

  /** A line of its own about the row. */
  tell(row: Row, message: string, sort: string): void {
    row.isReported = true;
    this.report.notMapped(row.position, message, sort);
  }

  /** Counts the row, or a word in it, among others of which the same is said. `noun` is what is counted. */
  count(row: Row, message: string, column: number, noun = 'row'): void {
    row.isReported = true;
    const key = `${noun}\n${row.position.file}\n${message}`;
    const known = this.counted.get(key);
    if (known === undefined) this.counted.set(key, { count: 1, position: { ...row.position, column: column + 1 }, noun });
    else known.count += 1;
  }

  /** Reports what was counted, and rows that nothing was said about yet. */
  close(): Tally {
    for (const row of this.rows)
      if (!row.isMapped && !row.isReported) this.count(row, 'no entry of the mapping reads these rows', row.position.column - 1);
    for (const [key, { count, position, noun }] of this.counted)
      this.report.notMapped(position, `${key.split('\n').slice(2).join(' ')}: ${countOf(count, noun)}`);
    const mapped = this.rows.filter(({ isMapped }) => isMapped).length;
    return { rows: this.rows.length, mapped, left: this.rows.length - mapped };
  }
}
