/**
 * Reads the sheets of an .xlsx workbook: texts and values as they were last computed, nothing else. Macros, drawings and links to other
 * files are never opened.
 * https://learn.microsoft.com/en-us/office/open-xml/spreadsheet/structure-of-a-spreadsheetml-document
 */
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { dateOfSerial, dateStyles } from './cellFormats';
import type { Records, SeeRecord } from './sourceTable';
import { formatNumber } from '@/plain/counts';
import { MOST_COLUMNS, MOST_ROWS, tooLarge } from './tableLimits';
import { attributeOf, scanXml, XmlRefused } from './xmlScan';
import { ZipParts } from './zipParts';

export interface Sheet {
  name: string;
  isHidden: boolean;
  records: Records;
}

export interface Workbook {
  sheets: Sheet[];
  /** How many cells take their value from another workbook, as far as the sheets were read last: such values are left out. */
  linkedCells: () => number;
}

/** Throws UnreadableSource if it is no workbook, or too large once it is unpacked. */
export function readWorkbook(file: string, bytes: Uint8Array): Workbook {
  return new WorkbookReader(file, bytes).read();
}

interface SheetEntry {
  name: string;
  isHidden: boolean;
  relation: string;
}

class WorkbookReader {
  private readonly parts: ZipParts;
  private texts: readonly string[] = [];
  private dates: readonly boolean[] = [];
  private is1904 = false;
  /** By sheet. */
  private readonly linked = new Map<string, number>();

  constructor(
    private readonly file: string,
    bytes: Uint8Array,
  ) {
    this.parts = new ZipParts(file, bytes);
  }

  read(): Workbook {
    const workbook = this.parts.text('xl/workbook.xml');
    if (workbook === null) this.refuse('is not an .xlsx workbook');
    const entries = this.entriesOf(workbook);
    const targets = this.targetsOf(this.parts.text('xl/_rels/workbook.xml.rels') ?? '');
    this.texts = this.within('xl/sharedStrings.xml', () => sharedTexts(this.parts.text('xl/sharedStrings.xml')));
    this.dates = this.within('xl/styles.xml', () => dateStyles(this.parts.text('xl/styles.xml')));
    const sheets = entries.map(({ name, isHidden, relation }) => {
      const target = targets.get(relation);
      return { name, isHidden, records: this.recordsOf(name, isHidden || target === undefined ? null : target) };
    });
    return { sheets, linkedCells: () => [...this.linked.values()].reduce((sum, count) => sum + count, 0) };
  }

  private entriesOf(workbook: string): SheetEntry[] {
    const entries: SheetEntry[] = [];
    this.within('xl/workbook.xml', () => {
      scanXml(workbook, {
        open: (name, attributes) => {
          if (name === 'workbookPr') this.is1904 = /^(1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
          if (name !== 'sheet') return;
          entries.push({
            name: attributeOf(attributes, 'name') ?? '',
            isHidden: (attributeOf(attributes, 'state') ?? 'visible') !== 'visible',
            relation: attributeOf(attributes, 'id') ?? '',
          });
        },
      });
    });
    return entries;
  }

  /** By id of the relation, the part that it leads to. Throws UnreadableSource if a sheet lies outside the workbook. */
  private targetsOf(relations: string): ReadonlyMap<string, string> {
    const targets = new Map<string, string>();
    this.within('xl/_rels/workbook.xml.rels', () => {
      scanXml(relations, {
        open: (name, attributes) => {
          if (name !== 'Relationship' || !/\/(?:worksheet|chartsheet)$/.test(attributeOf(attributes, 'Type') ?? '')) return;
          if (attributeOf(attributes, 'TargetMode') === 'External') this.refuse('has a sheet that lies in another file');
          const target = attributeOf(attributes, 'Target') ?? '';
          targets.set(attributeOf(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
        },
      });
    });
    return targets;
  }

  /** The part is unpacked once, when its records are first asked for. */
  private recordsOf(sheet: string, target: string | null): Records {
    let xml: string | null = null;
    return (most, see) => {
      if (target === null) return;
      xml ??= this.parts.text(target) ?? '';
      const known = xml;
      this.linked.set(sheet, 0);
      this.within(`the sheet ${sheet}`, () =>
        new SheetReader(known, this.texts, (style, value) => this.plain(style, value)).read(most, see, () =>
          this.linked.set(sheet, (this.linked.get(sheet) ?? 0) + 1),
        ),
      );
    };
  }

  private plain(style: number, value: string): string {
    if (this.dates[style] === true) return dateOfSerial(value, this.is1904);
    return /^-?\d+(?:\.\d+)?$/.test(value) || !Number.isFinite(Number(value)) ? value : String(Number(value));
  }

  private within<Result>(part: string, read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      if (error instanceof XmlRefused) this.refuse(`cannot be read: ${part} ${error.message}`);
      throw error;
    }
  }

  private refuse(what: string): never {
    throw new UnreadableSource(`${this.file} ${what}`, 'not_table', { hint: 'save it again as .xlsx, or as .csv' });
  }
}

/** The texts that cells refer to by number. Readings of foreign characters (rPh) are left out. */
function sharedTexts(xml: string | null): readonly string[] {
  if (xml === null) return [];
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  scanXml(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading = true;
      else if (name === 't') isText = !isReading;
    },
    close: (name) => {
      if (name === 'si') texts.push(text);
      else if (name === 'rPh') isReading = false;
      else if (name === 't') isText = false;
    },
    text: (part) => {
      if (isText) text += withoutEscapes(part);
    },
  });
  return texts;
}

/** Workbooks write characters that XML cannot hold as `_x000D_`. */
function withoutEscapes(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

class SheetReader {
  private cells: string[] = [];
  private row = 0;
  private column = -1;
  private type = 'n';
  private style = 0;
  private value = '';
  private formula = '';
  private part: 'value' | 'formula' | null = null;

  constructor(
    private readonly xml: string,
    private readonly texts: readonly string[],
    private readonly plain: (style: number, value: string) => string,
  ) {}

  read(most: number, see: SeeRecord, onLinked: () => unknown): void {
    let count = 0;
    scanXml(this.xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => {
        if (name === 'v' || name === 't' || name === 'f') this.part = null;
        else if (name === 'c') this.endCell(onLinked);
        else if (name === 'row') {
          count += 1;
          if (count > 2 * MOST_ROWS) throw tooLarge(`more than ${formatNumber(2 * MOST_ROWS)} rows`);
          see(this.cells, this.row);
          if (count >= most) return false;
        }
        return name !== 'sheetData';
      },
      text: (text) => {
        if (this.part === 'value') this.value += text;
        else if (this.part === 'formula') this.formula += text;
      },
    });
  }

  private open(name: string, attributes: string): void {
    if (name === 'row') {
      this.row = Number(attributeOf(attributes, 'r') ?? this.row + 1);
      this.column = -1;
      this.cells = [];
    } else if (name === 'c') {
      this.column = columnOf(attributeOf(attributes, 'r')) ?? this.column + 1;
      this.type = attributeOf(attributes, 't') ?? 'n';
      this.style = Number(attributeOf(attributes, 's') ?? 0);
      this.value = '';
      this.formula = '';
    } else if (name === 'v' || name === 't') this.part = 'value';
    else if (name === 'f') this.part = 'formula';
  }

  private endCell(onLinked: () => unknown): void {
    // [1]Sheet!A1 is a cell of another workbook.
    const isLinked = /\[\d+\]/.test(this.formula);
    if (isLinked) onLinked();
    const text = isLinked ? '' : this.textOfCell();
    if (text === '') return;
    if (this.column >= MOST_COLUMNS) throw tooLarge(`more than ${formatNumber(MOST_COLUMNS)} columns`);
    while (this.cells.length < this.column) this.cells.push('');
    this.cells[this.column] = text;
  }

  private textOfCell(): string {
    switch (this.type) {
      case 's':
        return this.texts[Number(this.value)] ?? '';
      case 'str':
      case 'inlineStr':
        return withoutEscapes(this.value);
      case 'b':
        return this.value === '1' ? 'true' : 'false';
      // #REF! and its like.
      case 'e':
        return '';
      case 'd':
        return this.value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
      default:
        return this.value === '' ? '' : this.plain(this.style, this.value);
    }
  }
}

/** The place of `B3`, from 0; null without a reference. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,4}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}
