/** Limits on what tables may hold, so that no file fills the memory. */
import { formatNumber } from '@/plain/counts';
import { MEBIBYTE } from '@/plain/sizes';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';

/** Of one import, all tables together. */
export const MOST_ROWS = 250_000;
/** Filled cells of columns that become something. */
const MOST_CELLS = 2_000_000;
/** Of what a workbook holds once it is unpacked, in bytes. */
export const MOST_UNPACKED_BYTES = 192 * MEBIBYTE;
/** Columns of one table. */
export const MOST_COLUMNS = 2_000;

/** Throws UnreadableSource once more is read than one import may hold. */
export class TableBudget {
  private rows = 0;
  private cells = 0;

  reset(): void {
    this.rows = 0;
    this.cells = 0;
  }

  take(cells: readonly string[]): void {
    this.rows += 1;
    for (const cell of cells) if (cell !== '') this.cells += 1;
    if (this.rows > MOST_ROWS) throw tooLarge(`more than ${formatNumber(MOST_ROWS)} rows`);
    if (this.cells > MOST_CELLS) throw tooLarge(`more than ${formatNumber(MOST_CELLS)} cells`);
  }
}

/** `what` they hold too much of: `more than 250,000 rows`. */
export function tooLarge(what: string): UnreadableSource {
  return new UnreadableSource(`these tables have ${what}`, 'too_large', { hint: 'import them in parts, each with a different --name' });
}
