/**
 * The register as CSV, which is also the form that its digest is made of: SHA-256 over exactly the bytes of the file, so that `sha256sum` proves it.
 * The form: UTF-8 with a byte order mark; a line of column names and one line an entry in the register's order; every line ends with CR LF; fields are
 * separated by commas and quoted (RFC 4180) only where they are empty text or hold a comma, quote, semicolon, tab, CR, LF or blanks at an end; null is nothing at all.
 */
import type { RegisterEntry } from './registerEntry';

type Cell = string | boolean | null;

const COLUMNS: readonly (readonly [string, (entry: RegisterEntry) => Cell])[] = [
  ['status', ({ status }) => status],
  ['missing', ({ missing }) => (missing.length === 0 ? null : missing.join(' '))],
  ['source', ({ source }) => source.technicalName],
  ['sourceName', ({ source }) => source.name],
  ['sourceApplication', ({ source }) => source.application.technicalName],
  ['sourceApplicationName', ({ source }) => source.application.name],
  ['sourceCriticalityTier', ({ source }) => source.application.criticalityTier],
  ['sourceIsExternal', ({ source }) => source.isExternal],
  ['target', ({ target }) => target.technicalName],
  ['targetName', ({ target }) => target.name],
  ['targetApplication', ({ target }) => target.application.technicalName],
  ['targetApplicationName', ({ target }) => target.application.name],
  ['targetCriticalityTier', ({ target }) => target.application.criticalityTier],
  ['targetIsExternal', ({ target }) => target.isExternal],
  ['dependencyType', ({ dependencyType }) => dependencyType],
  ['mode', ({ mode }) => mode],
  ['protocol', ({ protocol }) => protocol],
  ['transportEncryption', ({ transportEncryption }) => transportEncryption],
  ['endpointAuthMethod', ({ endpointAuthMethod }) => endpointAuthMethod],
  ['isExternal', ({ isExternal }) => isExternal],
  ['personalData', ({ personalData }) => personalData],
  ['dependencyId', ({ dependencyId }) => dependencyId],
];

export const REGISTER_CSV_HEAD = `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`;

export function registerCsvLine(entry: RegisterEntry): string {
  return `${COLUMNS.map(([, cellOf]) => csvField(cellOf(entry))).join(',')}\r\n`;
}

/**
 * Where a spreadsheet could take what follows for a formula: at the start of a cell, blanks before it or not, in ASCII or full width. In some countries it
 * also starts a cell behind a semicolon or tab, whatever the quotes. A cell that starts with a tab or line break is no better.
 */
const FORMULA_START = /(?<=^|[;\t\r\n])(?=[\s\uFEFF\u200B]*[=+\-@＝＋－＠−'])|^(?=[\t\r\n])/g;

/**
 * A cell that no spreadsheet computes: an apostrophe stands where a formula would start, and where an apostrophe would stand anyway. To have the value
 * back, take away one apostrophe at the start and behind each semicolon, tab, CR and LF.
 */
export function csvField(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell).replace(FORMULA_START, "'");
  return text === '' || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
