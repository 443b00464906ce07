/** Workbooks for tests: sheets as XML, packed as spreadsheets pack them. */
import { strToU8, zipSync } from 'fflate';

/** By name of the sheet, the XML inside its sheetData. */
export interface WorkbookSketch {
  sheets: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  sharedStrings?: string;
  styles?: string;
  is1904?: boolean;
  /** Parts that replace those that are made, or are added to them. */
  parts?: Readonly<Record<string, string>>;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function workbook({ sheets, hidden = [], sharedStrings, styles, is1904 = false, parts = {} }: WorkbookSketch): Uint8Array {
  const names = Object.keys(sheets);
  const all: Record<string, string> = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 7}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${sharedStrings}</sst>` }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
}

/** Rows of texts, as XML inside a sheetData. */
export function rowsOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</t></is></c>`;
  return rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join('')}</row>`).join('');
}
