/**
 * Reads the plain part of YAML that most files are written in, with positions: block maps and lists, one-line scalars, literal blocks, and flow
 * collections on one line. It is many times as fast as a complete parser. If it meets anything else, it gives up, and the complete parser
 * reads the text. What it does read, it reads as that parser would: a property test compares the two.
 */
import { giveUp, NotPlain, PlainCursor, withoutSpacesBehind } from '@/contract/manifest/text/plainCursor';
import { LinePositions } from './linePositions';
import type { Located, LocatedField, LocatedValue, Position } from './locatedYaml';

const MAXIMUM_DEPTH = 32;

/** The root of one document that begins on line `firstLine`; null if it is empty, undefined if it is not plain. */
export function readPlainDocument(file: string, text: string, firstLine: number): Located | null | undefined {
  if (/[\t\r\ufeff\u0000-\u0008\u2028\u2029]/.test(text)) return undefined;
  try {
    return new PlainLocatedReader(file, text, firstLine).readDocument();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

const PLAIN_KEY = /[A-Za-z0-9_./$][A-Za-z0-9_./$-]{0,300}(?=:(?: |\n|$))/y;
const FLOW_PLAIN_KEY = /[A-Za-z0-9_./$][A-Za-z0-9_./$-]{0,300}(?=: )/y;
const DOUBLE_QUOTED = /"[^"\\\n]{0,20000}"/y;
const ESCAPED = /"(?:[^"\\\n]|\\["\\/nrtbf]|\\u[0-9a-fA-F]{4}){0,20000}"/y;
const SINGLE_QUOTED = /'(?:[^'\n]|''){0,20000}'/y;
/** What a plain text may begin with, beyond doubt. A hyphen must have something behind it. */
const PLAIN_START = /[A-Za-z0-9_./($^;=+\\\u00a1-\u1fff]|-(?=[^\s,[\]{}-])/y;
const FLOW_PLAIN = /(?:[^,[\]{}\n:#]|:(?=[^\s,[\]{}]))*/y;
const LITERAL = /\|([-+]?) *\n/y;

class PlainLocatedReader extends PlainCursor {
  private readonly positions: LinePositions;

  constructor(file: string, text: string, firstLine: number) {
    super(text);
    this.positions = new LinePositions(file, text, firstLine);
  }

  readDocument(): Located | null {
    this.nextLine();
    if (this.column === -1) return null;
    const root = this.readBlock(0);
    if (this.at < this.text.length) giveUp();
    return root;
  }

  private position(): Position {
    return this.positions.at(this.at);
  }

  private readBlock(depth: number): Located {
    if (depth > MAXIMUM_DEPTH) giveUp();
    return this.isAtDash ? this.readList(this.column, depth) : this.readMap(this.column, depth);
  }

  private readMap(column: number, depth: number): Located {
    const position = this.position();
    const fields = new Map<string, LocatedField>();
    while (this.column === column && !this.isAtDash) {
      const keyPosition = this.position();
      const keyAt = this.at;
      const key = this.key(PLAIN_KEY);
      if (this.text[this.at] !== ':' || !/[ \n]|^$/.test(this.text[this.at + 1] ?? '')) giveUp();
      this.at += 1;
      if (key === '<<' || fields.has(key)) giveUp();
      const width = this.at - keyAt;
      let value: Located;
      if (this.endLine()) {
        const isNested = this.column > column || (this.column === column && this.isAtDash);
        value = isNested ? this.readBlock(depth + 1) : this.nothingBehind(keyPosition, keyAt, width);
      } else value = this.readInline(column, depth);
      fields.set(key, { value: value.value, position: value.position, keyPosition });
    }
    if (this.column > column) giveUp();
    return { value: fields, position };
  }

  private readList(column: number, depth: number): Located {
    const position = this.position();
    const items: Located[] = [];
    while (this.column === column && this.isAtDash) {
      const dash = this.at;
      const dashPosition = this.position();
      this.at += 1;
      if (this.endLine()) items.push(this.column > column ? this.readBlock(depth + 1) : this.nothingBehind(dashPosition, dash, 1));
      else if (this.isAtKey()) {
        if (depth + 1 > MAXIMUM_DEPTH) giveUp();
        this.column = column + this.at - dash;
        this.isAtDash = false;
        items.push(this.readMap(this.column, depth + 1));
      } else items.push(this.readInline(column, depth));
    }
    if (this.column > column) giveUp();
    return { value: items, position };
  }

  /** An empty value stands right behind its colon or dash, if the line ends there. */
  private nothingBehind({ file, line, column }: Position, offset: number, width: number): Located {
    if (/[^\n]/.test(this.text[offset + width] ?? '')) giveUp();
    return { value: null, position: { file, line, column: column + width } };
  }

  /** Whether a plain or quoted key begins here. */
  private isAtKey(): boolean {
    const start = this.at;
    const first = this.text[start];
    const isKey =
      first === '"' || first === "'"
        ? this.take(first === '"' ? ESCAPED : SINGLE_QUOTED) !== null && /^:(?:[ \n]|$)/.test(this.text.slice(this.at, this.at + 2))
        : this.take(PLAIN_KEY) !== null;
    this.at = start;
    return isKey;
  }

  private key(plain: RegExp): string {
    const first = this.text[this.at];
    return first === '"' || first === "'" ? this.quoted(first) : this.need(plain);
  }

  private quoted(quote: '"' | "'"): string {
    if (quote === "'") return this.need(SINGLE_QUOTED).slice(1, -1).replaceAll("''", "'");
    const simple = this.take(DOUBLE_QUOTED);
    return simple === null ? (JSON.parse(this.need(ESCAPED)) as string) : simple.slice(1, -1);
  }

  /** A value on the rest of the line, or a literal block that begins there. */
  private readInline(column: number, depth: number): Located {
    const position = this.position();
    const first = this.text[this.at] ?? '';
    if (first === '|') return { value: this.readLiteral(column), position };
    const value = first === '{' || first === '[' || first === '"' || first === "'" ? this.readFlow(depth).value : this.readPlain();
    // Deeper lines after it would belong to it, which is not plain.
    if (!this.endLine() || this.column > column) giveUp();
    return { value, position };
  }

  private readPlain(): LocatedValue {
    const { text } = this;
    PLAIN_START.lastIndex = this.at;
    if (!PLAIN_START.test(text)) giveUp();
    const end = text.indexOf('\n', this.at);
    let plain = text.slice(this.at, end === -1 ? text.length : end);
    const comment = plain.indexOf(' #');
    if (comment !== -1) plain = plain.slice(0, comment);
    plain = withoutSpacesBehind(plain);
    this.at += plain.length;
    if (plain.includes(': ') || plain.endsWith(':')) giveUp();
    return scalarOf(plain);
  }

  /** Of a literal block: its lines, without the indentation of its first line. */
  private readLiteral(column: number): string {
    const header = this.need(LITERAL);
    const chomping = header[1];
    const lines: string[] = [];
    let indent = -1;
    for (;;) {
      const end = this.text.indexOf('\n', this.at);
      if (end === -1) {
        // Whether the last line ends with a line break decides what the text is.
        if (this.at < this.text.length) giveUp();
        break;
      }
      const line = this.text.slice(this.at, end);
      const spaces = /^ */.exec(line)![0].length;
      const isBlank = spaces === line.length;
      if (isBlank && (indent === -1 ? spaces > 0 : spaces > indent)) giveUp();
      if (!isBlank) {
        if (indent === -1 && spaces > column) indent = spaces;
        if (indent === -1 || spaces < indent) break;
      }
      lines.push(isBlank ? '' : line.slice(indent));
      this.at = end + 1;
    }
    if (indent === -1) giveUp();
    this.nextLine();
    if (this.column > column) giveUp();
    const whole = lines.join('\n');
    const bare = whole.replace(/\n+$/, '');
    return chomping === '-' ? bare : chomping === '+' ? `${whole}\n` : `${bare}\n`;
  }

  private readFlow(depth: number): Located {
    if (depth > MAXIMUM_DEPTH) giveUp();
    const position = this.position();
    const first = this.text[this.at];
    if (first === '{') return { value: this.readFlowMap(depth), position };
    if (first === '[') return { value: this.readFlowList(depth), position };
    if (first === '"' || first === "'") return { value: this.quoted(first), position };
    PLAIN_START.lastIndex = this.at;
    if (!PLAIN_START.test(this.text)) giveUp();
    return { value: scalarOf(withoutSpacesBehind(this.need(FLOW_PLAIN))), position };
  }

  private readFlowMap(depth: number): Map<string, LocatedField> {
    const fields = new Map<string, LocatedField>();
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== '}') {
      const keyPosition = this.position();
      const key = this.key(FLOW_PLAIN_KEY);
      if (this.text[this.at] !== ':' || this.text[this.at + 1] !== ' ' || key === '<<' || fields.has(key)) giveUp();
      this.at += 1;
      this.skipSpaces();
      const { value, position } = this.readFlow(depth + 1);
      fields.set(key, { value, position, keyPosition });
      this.expectMore('}');
    }
    this.at += 1;
    return fields;
  }

  private readFlowList(depth: number): Located[] {
    const items: Located[] = [];
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== ']') {
      items.push(this.readFlow(depth + 1));
      this.expectMore(']');
    }
    this.at += 1;
    return items;
  }

  /** After an entry: the end, or a comma with another entry. */
  private expectMore(end: '}' | ']'): void {
    this.skipSpaces();
    if (this.text[this.at] === end) return;
    if (this.text[this.at] !== ',') giveUp();
    this.at += 1;
    this.skipSpaces();
    if (this.text[this.at] === end || this.text[this.at] === ',') giveUp();
  }
}

const INTEGER = /^-?(?:0|[1-9][0-9]{0,14})$/;
const DECIMAL = /^-?(?:0|[1-9][0-9]{0,12})\.[0-9]{1,12}$/;
/** Everything that the core schema takes for a number, however it is written. */
const NUMERIC = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.inf|\.nan)$/i;

function scalarOf(plain: string): LocatedValue {
  if (/^[A-Za-z]/.test(plain)) {
    if (!/^(?:true|false|null)$/i.test(plain)) return plain;
    if (plain === 'null') return null;
    return plain === 'true' || plain === 'false' ? plain === 'true' : giveUp();
  }
  if (INTEGER.test(plain) || DECIMAL.test(plain)) return Number(plain);
  return NUMERIC.test(plain) ? giveUp() : plain;
}
