/** Tables as CSV (RFC 4180) that no spreadsheet takes for formulas. */
export type CsvCell = string | number | boolean | null;

/** Where a spreadsheet would start to compute: at the start of a cell, blanks before it or not, in ASCII or full width. */
const FORMULA_START = /^[\s\uFEFF\u200B]*[=+\-@＝＋－＠−']|^[\t\r\n]/;

/** With a byte order mark, so that spreadsheets read it as UTF-8; lines end with CR LF. An apostrophe stands before what would be computed. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')}`;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
