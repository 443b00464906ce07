/**
 * Writes tables as CSV (RFC 4180) in which no spreadsheet finds a formula. UTF-8 with a byte order mark, so that spreadsheets recognise it.
 * Every line ends with CR LF. Fields are separated by commas, and quoted only if they are empty text, contain a comma, quote, semicolon,
 * tab, CR or LF, or start or end with a blank. Null is written as nothing at all. The digest of the security register covers these bytes,
 * so what is written for a value must never change.
 */
export type CsvCell = string | number | boolean | null;

/**
 * Where a spreadsheet could take what follows for a formula: at the start of a cell, with or without blanks before it, in ASCII or full
 * width. In some countries, a semicolon or tab also starts a cell, even inside quotes. A cell that starts with a tab or line break is just
 * as dangerous.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=[\s\uFEFF\u200B]*[=+\-@＝＋－＠−'])|^(?=[\t\r\n])/g;

/** The header line, with the byte order mark before it. */
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
 * A cell that no spreadsheet evaluates: it has an apostrophe where a formula would start, and one more where the value already has an
 * apostrophe. To get the value back, remove one apostrophe at the start and after each semicolon, tab, CR and LF. A number is not text and
 * stays as it is, even if negative.
 */
export function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replace(FORMULA_START, "'");
  return text === '' || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
