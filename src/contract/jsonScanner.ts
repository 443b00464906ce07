/**
 * Scans JSON text before it is parsed. JSON.parse is fast, but silently keeps the last of two equal keys and says little about positions of
 * mistakes. The scanner refuses deep nesting, tells of duplicate keys, and finds positions.
 */
import { formatNumber } from '@/plain/counts';
import type { OffsetTree } from './manifest/text/offsets';

export class JsonRefusal extends Error {
  constructor(
    message: string,
    readonly offset: number,
    /** True if JSON.parse has nothing to add. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}

export class JsonScanner {
  private at: number;
  /** Of the value that is scanned. */
  readonly path: (string | number)[] = [];
  private keepsOffsets = false;
  private entries = 0;

  constructor(
    private readonly text: string,
    start: number,
    private readonly limits: { deepest: number; mostEntries?: number },
    /** Told of each key that its object already has. */
    private readonly twice: (path: (string | number)[], offset: number) => void = () => undefined,
  ) {
    this.at = start;
  }

  scanDocument(keepsOffsets: boolean): OffsetTree {
    this.keepsOffsets = keepsOffsets;
    this.skipBlank();
    const tree = this.scanValue(0);
    this.skipBlank();
    if (this.at < this.text.length) throw this.refusal('there is something after the end of the document');
    return tree;
  }

  private scanValue(depth: number): OffsetTree {
    const tree: OffsetTree = { at: this.at };
    switch (this.text[this.at]) {
      case '{':
        this.assertShallow(depth);
        if (this.keepsOffsets) tree.fields = new Map();
        this.scanObject(depth, tree.fields);
        break;
      case '[':
        this.assertShallow(depth);
        if (this.keepsOffsets) tree.items = [];
        this.scanList(depth, tree.items);
        break;
      case '"':
        this.skipString();
        break;
      default:
        this.skipBareWord();
    }
    return tree;
  }

  private assertShallow(depth: number): void {
    const { deepest } = this.limits;
    if (depth > deepest) throw new JsonRefusal(`is nested more than ${deepest} levels deep`, this.at, true);
  }

  private scanObject(depth: number, fields: OffsetTree['fields']): void {
    const seen = new Set<string>();
    this.at += 1;
    this.skipBlank();
    for (let isFirst = true; this.text[this.at] !== '}'; isFirst = false) {
      if (!isFirst) this.expect(',', 'expected "," or "}"');
      const start = this.at;
      const key = this.scanKey();
      this.path.push(key);
      if (seen.has(key)) this.twice([...this.path], start);
      seen.add(key);
      this.expect(':', 'expected ":" after the key');
      const value = this.scanValue(depth + 1);
      fields?.set(key, { at: start, value });
      this.path.pop();
      this.skipBlank();
    }
    this.at += 1;
  }

  private scanList(depth: number, items: OffsetTree['items']): void {
    const { mostEntries = Infinity } = this.limits;
    this.at += 1;
    this.skipBlank();
    for (let index = 0; this.text[this.at] !== ']'; index += 1) {
      if (index > 0) this.expect(',', 'expected "," or "]"');
      this.entries += 1;
      if (this.entries > mostEntries)
        throw new JsonRefusal(`holds more than ${formatNumber(mostEntries)} list entries: split it into several manifests`, this.at, true);
      this.path.push(index);
      const value = this.scanValue(depth + 1);
      items?.push(value);
      this.path.pop();
      this.skipBlank();
    }
    this.at += 1;
  }

  private scanKey(): string {
    if (this.text[this.at] !== '"') throw this.refusal('expected a key in double quotes');
    const start = this.at;
    this.skipString();
    const inside = this.text.slice(start + 1, this.at - 1);
    return inside.includes('\\') ? (JSON.parse(this.text.slice(start, this.at)) as string) : inside;
  }

  /** Skips to the closing quote. JSON.parse checks the characters in between. */
  private skipString(): void {
    let end = this.at;
    for (;;) {
      end = this.text.indexOf('"', end + 1);
      if (end === -1) throw this.refusal('this text in quotes is not closed');
      let backslashes = 0;
      while (this.text[end - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) break;
    }
    this.at = end + 1;
  }

  /** Skips a number, true, false or null. JSON.parse checks which one it is. */
  private skipBareWord(): void {
    const start = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      const isPart = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 46 || code === 43 || code === 69;
      if (!isPart) break;
      this.at += 1;
    }
    if (this.at === start) throw this.refusal(start >= this.text.length ? 'the document ends too early' : 'this is not a JSON value');
  }

  private expect(character: string, message: string): void {
    this.skipBlank();
    if (this.text[this.at] !== character) throw this.refusal(this.at >= this.text.length ? 'the document ends too early' : message);
    this.at += 1;
    this.skipBlank();
  }

  private skipBlank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at += 1;
    }
  }

  private refusal(message: string): JsonRefusal {
    return new JsonRefusal(message, this.at);
  }
}
