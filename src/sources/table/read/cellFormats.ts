/** Which cells of a workbook hold dates: a date is a number of days, and only the format of its cell says so. */
import { attributeOf, scanXml } from './xmlScan';

/** The formats that every spreadsheet knows by number: 14 to 22 are dates, 45 to 47 times. */
const isKnownDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** By style of a cell, whether it is a date. `styles` is the part xl/styles.xml. */
export function dateStyles(styles: string | null): readonly boolean[] {
  if (styles === null) return [];
  const own = new Map<number, boolean>();
  const dates: boolean[] = [];
  let isInCellFormats = false;
  scanXml(styles, {
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributeOf(attributes, 'numFmtId')), isDateCode(attributeOf(attributes, 'formatCode') ?? ''));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name !== 'xf' || !isInCellFormats) return;
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      dates.push(own.get(id) ?? isKnownDate(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return dates;
}

/** Whether a format shows days, months, years or hours, apart from its texts and colours. */
function isDateCode(code: string): boolean {
  return /[dmyh]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ''));
}

const DAY_MS = 86_400_000;
/** Day 0 of the two calendars, so that day 1 is 1900-01-01 or 1904-01-02. The first one has a 1900-02-29, which never was. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const LAST_DAY = 2_958_465;

/** `2026-06-30`, with the time behind a T if it is not midnight; the number as it is if no calendar has that day. */
export function dateOfSerial(serial: string, is1904: boolean): string {
  const days = Number(serial);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return serial;
  const fixed = !is1904 && days < 60 ? days + 1 : days;
  const iso = new Date(EPOCHS[is1904 ? 1904 : 1900] + Math.round((fixed * DAY_MS) / 1_000) * 1_000).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19);
}
