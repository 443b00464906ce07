/**
 * Reads the plain part of YAML that nearly all manifests are written in: block maps and lists, one-line scalars and one-line flow
 * collections. It is ten times as fast as a complete YAML parser, never looks back, and has a limited depth. If it meets anything else, it
 * gives up; then the complete parser reads the text and reports mistakes. What it does read, it reads as the complete parser would: a
 * property test compares the two.
 */
import { MOST_ENTRIES } from './fieldCount';
import type { OffsetTree } from './offsets';
import { giveUp, NotPlain, PlainCursor, withoutSpacesBehind } from './plainCursor';
import { resolvePlainScalar } from './plainScalar';

const MAXIMUM_DEPTH = 16;

/** The document's value; undefined if the text is not plain or is wrong. */
export function readPlainYaml(text: string): Record<string, unknown> | undefined {
  return read(text, false)?.value;
}

/** The positions of all values in a plain text. */
export function offsetsInPlainYaml(text: string): OffsetTree | undefined {
  return read(text, true)?.tree;
}

function read(text: string, keepsOffsets: boolean): { value: Record<string, unknown>; tree: OffsetTree } | undefined {
  // Texts with tabs, carriage returns or a byte order mark are left to the complete parser.
  if (/[\t\r\ufeff]/.test(text)) return undefined;
  try {
    const reader = new PlainReader(text, keepsOffsets);
    return { value: reader.readDocument(), tree: reader.tree };
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

class PlainReader extends PlainCursor {
  /** Where the last value that was read starts. */
  tree: OffsetTree = { at: 0 };
  private entries = 0;

  constructor(
    text: string,
    private readonly keepsOffsets: boolean,
  ) {
    super(text);
  }

  /** Of more, the complete parser says where they end. */
  private countEntry(): void {
    this.entries += 1;
    if (this.entries > MOST_ENTRIES) throw new NotPlain();
  }

  readDocument(): Record<string, unknown> {
    this.nextLine();
    if (this.column !== 0 || this.isAtDash) throw new NotPlain();
    const value = this.readMap(0, 0);
    if (this.at < this.text.length) throw new NotPlain();
    return value;
  }

  private readBlock(depth: number): unknown {
    if (depth > MAXIMUM_DEPTH) throw new NotPlain();
    return this.isAtDash ? this.readList(this.column, depth) : this.readMap(this.column, depth);
  }

  private readMap(column: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    const tree = this.newTree(false);
    while (this.column === column && !this.isAtDash) {
      const keyAt = this.at;
      KEY.lastIndex = this.at;
      const key = KEY.exec(this.text)?.[1] ?? giveUp();
      if (key === 'null' || Object.hasOwn(map, key)) throw new NotPlain();
      this.at += key.length + 1;
      if (this.keepsOffsets) this.tree = { at: this.at };
      if (this.endLine()) {
        const isNested = this.column > column || (this.column === column && this.isAtDash);
        map[key] = isNested ? this.readBlock(depth + 1) : null;
      } else map[key] = this.readInline(column);
      tree.fields?.set(key, { at: keyAt, value: this.tree });
    }
    if (this.column > column) throw new NotPlain();
    this.tree = tree;
    return map;
  }

  private readList(column: number, depth: number): unknown[] {
    const list: unknown[] = [];
    const tree = this.newTree(true);
    while (this.column === column && this.isAtDash) {
      const dash = this.at;
      this.at += 1;
      this.countEntry();
      if (this.keepsOffsets) this.tree = { at: this.at };
      if (this.endLine()) list.push(this.column > column ? this.readBlock(depth + 1) : null);
      else if (this.isAtKey()) {
        if (depth + 1 > MAXIMUM_DEPTH) throw new NotPlain();
        this.column = column + this.at - dash;
        this.isAtDash = false;
        list.push(this.readMap(this.column, depth + 1));
      } else list.push(this.readInline(column));
      tree.items?.push(this.tree);
    }
    if (this.column > column) throw new NotPlain();
    this.tree = tree;
    return list;
  }

  private isAtKey(): boolean {
    KEY.lastIndex = this.at;
    return KEY.test(this.text);
  }

  private newTree(isList: boolean): OffsetTree {
    if (!this.keepsOffsets) return this.tree;
    return isList ? { at: this.at, items: [] } : { at: this.at, fields: new Map() };
  }

  /** A value on the rest of the line. Deeper lines after it would belong to it, which is not plain. */
  private readInline(column: number): unknown {
    const first = this.text[this.at] ?? '';
    const value = first === '{' || first === '[' || first === '"' || first === "'" ? this.readFlow(0) : this.readPlain();
    if (!this.endLine() || this.column > column) throw new NotPlain();
    return value;
  }

  private readPlain(): unknown {
    const { text } = this;
    if (this.keepsOffsets) this.tree = { at: this.at };
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
    if (this.keepsOffsets) this.tree = { at: this.at };
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
    const tree = this.newTree(false);
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== '}') {
      const keyAt = this.at;
      FLOW_KEY.lastIndex = this.at;
      const found = FLOW_KEY.exec(this.text) ?? giveUp();
      const key = found[1] ?? giveUp();
      if (key === 'null' || Object.hasOwn(map, key)) throw new NotPlain();
      this.at += found[0].length;
      map[key] = this.readFlow(depth + 1);
      tree.fields?.set(key, { at: keyAt, value: this.tree });
      this.expectMore('}');
    }
    this.at += 1;
    this.tree = tree;
    return map;
  }

  private readFlowList(depth: number): unknown[] {
    const list: unknown[] = [];
    const tree = this.newTree(true);
    this.at += 1;
    this.skipSpaces();
    while (this.text[this.at] !== ']') {
      this.countEntry();
      list.push(this.readFlow(depth + 1));
      tree.items?.push(this.tree);
      this.expectMore(']');
    }
    this.at += 1;
    this.tree = tree;
    return list;
  }

  /** After an entry: the end, or a comma with another entry. */
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
}
