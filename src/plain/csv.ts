/**
 * Tables as CSV (RFC 4180) that no spreadsheet takes for formulas. UTF-8 with a byte order mark, so that spreadsheets read it as such; every line ends
 * with CR LF; fields are separated by commas and quoted only where they are empty text or hold a comma, quote, semicolon, tab, CR, LF or blanks at an
 * end; null is nothing at all. The digest of the security register is made over these bytes: what is written here for a value never changes.
 */
export type CsvCell = string | number | boolean | null;

/**
 * Where a spreadsheet could take what follows for a formula: at the start of a cell, blanks before it or not, in ASCII or full width. In some countries it
 * also starts a cell behind a semicolon or tab, whatever the quotes. A cell that starts with a tab or line break is no better.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=[\s\uFEFF\u200B]*[=+\-@＝＋－＠−'])|^(?=[\t\r\n])/g;

/** The head's line, with the byte order mark before it. */
export function csvHead(names: readonly string[]): string {
  return `\uFEFF${csvLine(names)}`;
}

export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`;
}

/** A whole table. */
export function csvText(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `${csvHead(head)}${rows.map(csvLine).join('')}`;
}

/**
 * A cell that no spreadsheet computes: an apostrophe stands where a formula would start, and where an apostrophe would stand anyway. To have the value
 * back, take away one apostrophe at the start and behind each semicolon, tab, CR and LF. A number is no text and stays as it is, negative or not.
 */
export function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(FORMULA_START, "'");
  return text === '' || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
