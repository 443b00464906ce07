/**
 * Reads the plain part of YAML that nearly all manifests are written in: block maps and lists, one-line scalars and one-line flow collections. It is ten times as quick as a
 * parser of all of YAML, never looks back, and never goes deeper than a bound. Whatever else it meets, it gives up; then the whole parser reads the text, and
 * tells the mistakes. What it does read, it reads as the whole parser would: a property test compares the two.
 */
import { resolvePlainScalar } from './plainScalar';

const MAXIMUM_DEPTH = 16;

class NotPlain extends Error {}

function giveUp(): never {
  throw new NotPlain();
}

/** The document's value, or undefined when the text is not plain, also when it is wrong. */
export function readPlainYaml(text: string): Record<string, unknown> | undefined {
  // Tabs, carriage returns and marks are other people's business.
  if (/[\t\r\ufeff]/.test(text)) return undefined;
  try {
    return new PlainReader(text).readDocument();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

const KEY = /([A-Za-z][A-Za-z0-9]*):(?= |\n|$)/y;
const FLOW_KEY = /([A-Za-z][A-Za-z0-9]*): +(?![ ,\]}\n#])/y;
const DOUBLE_QUOTED = /"[^"\\\n]{0,10000}"/y;
const ESCAPED = /"(?:[^"\\\n]|\\["\\/nrtbf]|\\u[0-9a-fA-F]{4}){0,5000}"/y;
const SINGLE_QUOTED = /'(?:[^'\n]|''){0,5000}'/y;
const FLOW_PLAIN = /[A-Za-z0-9_./()+-][^,[\]{}\n:#]*/y;

class PlainReader {
  private at = 0;
  /** Column of the first thing on the current line; -1 behind the last line. A list's dash moves it on to what follows the dash. */
  private column = -1;
  private isAtDash = false;

  constructor(private readonly text: string) {}

  readDocument(): Record<string, unknown> {
    this.nextLine();
    if (this.column !== 0 || this.isAtDash) throw new NotPlain();
    const value = this.readMap(0, 0);
    if (this.at < this.text.length) throw new NotPlain();
    return value;
  }

  /** From the start of a line to the first thing on it or on a later one; comments and empty lines are nothing. */
  private nextLine(): void {
    const { text } = this;
    for (;;) {
      const start = this.at;
      while (text.charCodeAt(this.at) === 32) this.at += 1;
      const character = text[this.at];
      if (character === undefined) {
        this.column = -1;
        this.isAtDash = false;
        return;
      }
      if (character === '\n') {
        this.at += 1;
      } else if (character === '#') {
        this.skipLine();
      } else {
        this.column = this.at - start;
        this.isAtDash = character === '-' && (text[this.at + 1] === ' ' || text[this.at + 1] === '\n' || this.at + 1 === text.length);
        return;
      }
    }
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /** To the next line; true when nothing but a comment stood before its end. */
  private endLine(): boolean {
    const { text } = this;
    const start = this.at;
    while (text.charCodeAt(this.at) === 32) this.at += 1;
    const character = text[this.at];
    const isComment = character === '#' && (this.at > start || text[this.at - 1] === ' ');
    if (character !== undefined && character !== '\n' && !isComment) return false;
    this.skipLine();
    this.nextLine();
    return true;
  }

  private readBlock(depth: number): unknown {
    if (depth > MAXIMUM_DEPTH) throw new NotPlain();
    return this.isAtDash ? this.readList(this.column, depth) : this.readMap(this.column, depth);
  }

  private readMap(column: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    while (this.column === column && !this.isAtDash) {
      KEY.lastIndex = this.at;
      const key = KEY.exec(this.text)?.[1];
      if (key === undefined || key === 'null' || Object.hasOwn(map, key)) throw new NotPlain();
      this.at += key.length + 1;
      if (this.endLine()) {
        const isNested = this.column > column || (this.column === column && this.isAtDash);
        map[key] = isNested ? this.readBlock(depth + 1) : null;
      } else {
        map[key] = this.readInline(column);
      }
    }
    if (this.column > column) throw new NotPlain();
    return map;
  }

  private readList(column: number, depth: number): unknown[] {
    const list: unknown[] = [];
    while (this.column === column && this.isAtDash) {
      const dash = this.at;
      this.at += 1;
      if (this.endLine()) {
        list.push(this.column > column ? this.readBlock(depth + 1) : null);
        continue;
      }
      KEY.lastIndex = this.at;
      if (KEY.test(this.text)) {
        if (depth + 1 > MAXIMUM_DEPTH) throw new NotPlain();
        this.column = column + this.at - dash;
        this.isAtDash = false;
        list.push(this.readMap(this.column, depth + 1));
      } else {
        list.push(this.readInline(column));
      }
    }
    if (this.column > column) throw new NotPlain();
    return list;
  }

  /** A value that stands on the rest of the line; deeper lines behind it would belong to it, and that is not plain. */
  private readInline(column: number): unknown {
    const first = this.text[this.at] ?? '';
    const value = first === '{' || first === '[' || first === '"' || first === "'" ? this.readFlow(0) : this.readPlain();
    if (!this.endLine() || this.column > column) throw new NotPlain();
    return value;
  }

  private readPlain(): unknown {
    const { text } = this;
    const end = text.indexOf('\n', this.at);
    let plain = text.slice(this.at, end === -1 ? text.length : end);
    const comment = plain.indexOf(' #');
    if (comment !== -1) plain = plain.slice(0, comment);
    plain = withoutSpacesBehind(plain);
    this.at += plain.length;
    if (plain.includes(': ') || plain.endsWith(':')) throw new NotPlain();
    return this.resolve(plain);
  }

  private readFlow(depth: number): unknown {
    if (depth > MAXIMUM_DEPTH) throw new NotPlain();
    switch (this.text[this.at]) {
      case '{':
        return this.readFlowMap(depth);
      case '[':
        return this.readFlowList(depth);
      case '"': {
        const quoted = this.take(DOUBLE_QUOTED);
        return quoted === null ? (JSON.parse(this.need(ESCAPED)) as string) : quoted.slice(1, -1);
      }
      case "'":
        return this.need(SINGLE_QUOTED).slice(1, -1).replaceAll("''", "'");
      default:
        return this.resolve(withoutSpacesBehind(this.need(FLOW_PLAIN)));
    }
  }

  private readFlowMap(depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== '}') {
      FLOW_KEY.lastIndex = this.at;
      const found = FLOW_KEY.exec(this.text);
      const key = found?.[1];
      if (found === null || key === undefined || key === 'null' || Object.hasOwn(map, key)) throw new NotPlain();
      this.at += found[0].length;
      map[key] = this.readFlow(depth + 1);
      this.expectMore('}');
    }
    this.at += 1;
    return map;
  }

  private readFlowList(depth: number): unknown[] {
    const list: unknown[] = [];
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== ']') {
      list.push(this.readFlow(depth + 1));
      this.expectMore(']');
    }
    this.at += 1;
    return list;
  }

  /** Behind an entry: the end, or a comma with another entry behind it. */
  private expectMore(end: '}' | ']'): void {
    this.skipSpaces();
    if (this.text[this.at] === end) return;
    if (this.text[this.at] !== ',') throw new NotPlain();
    this.at += 1;
    if (this.text[this.at] !== ' ') throw new NotPlain();
    this.skipSpaces();
    if (this.text[this.at] === end) throw new NotPlain();
  }

  private resolve(plain: string): unknown {
    const value = resolvePlainScalar(plain);
    return value === undefined ? giveUp() : value;
  }

  private skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 32) this.at += 1;
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private need(pattern: RegExp): string {
    return this.take(pattern) ?? giveUp();
  }
}

/** Spaces only: other blanks belong to the text. */
function withoutSpacesBehind(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  return text.slice(0, end);
}
