/**
 * Reads JSON text. JSON.parse is fast, but silently keeps the last of two equal keys and says little about positions of mistakes. So a
 * scanner runs first: it refuses deep nesting and duplicate keys, and finds positions on demand.
 */
import type { IssueCollector } from '@/contract/manifest/issue';
import type { ReadText } from './yaml';
import { offsetIn, type OffsetTree } from './offsets';
import { formatNumber } from '@/plain/counts';
import { MOST_ENTRIES } from './fieldCount';
import { MAXIMUM_DEPTH } from './guard';

/** Reads one JSON value; adds every mistake to `issues`. */
export function readJson(text: string, issues: IssueCollector): ReadText {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  try {
    new JsonScanner(text, start, issues).scanDocument(false);
    const value: unknown = JSON.parse(start === 0 ? text : text.slice(1));
    let offsets: OffsetTree | null = null;
    return { value, offsetOf: (path, atKey) => offsetIn((offsets ??= new JsonScanner(text, start, null).scanDocument(true)), path, atKey) };
  } catch (error) {
    if (!(error instanceof JsonRefusal) && !(error instanceof SyntaxError)) throw error;
    const refusal = error instanceof JsonRefusal && error.isFinal ? error : (refusalOfParser(text.slice(start), start) ?? error);
    issues.add({ path: [], message: refusal.message, offset: refusal instanceof JsonRefusal ? refusal.offset : text.length });
    return { value: undefined, offsetOf: () => 0 };
  }
}

class JsonRefusal extends Error {
  constructor(
    message: string,
    readonly offset: number,
    /** True if JSON.parse has nothing to add. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}

/** The offset that JSON.parse itself reports: it knows all rules, including those inside strings and numbers. */
function refusalOfParser(json: string, start: number): JsonRefusal | null {
  try {
    JSON.parse(json);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position !== undefined)
      return new JsonRefusal(message.replace(/,? ?(?:in JSON )?at position \d+.*$/s, ''), start + Number(position));
    return message.includes('end of JSON') ? new JsonRefusal('the document ends too early', start + json.length) : null;
  }
}

class JsonScanner {
  private at: number;
  private readonly path: (string | number)[] = [];
  private keepsOffsets = false;
  private entries = 0;

  constructor(
    private readonly text: string,
    start: number,
    private readonly issues: IssueCollector | null,
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
    if (depth > MAXIMUM_DEPTH) throw new JsonRefusal(`is nested more than ${MAXIMUM_DEPTH} levels deep`, this.at, true);
    const tree: OffsetTree = { at: this.at };
    switch (this.text[this.at]) {
      case '{':
        this.scanObject(depth, tree);
        break;
      case '[':
        this.scanList(depth, tree);
        break;
      case '"':
        this.skipString();
        break;
      default:
        this.skipBareWord();
    }
    return tree;
  }

  private scanObject(depth: number, tree: OffsetTree): void {
    const seen = new Set<string>();
    const fields = new Map<string, { at: number; value: OffsetTree }>();
    this.at += 1;
    this.skipBlank();
    for (let isFirst = true; this.text[this.at] !== '}'; isFirst = false) {
      if (!isFirst) this.expect(',', 'expected "," or "}"');
      const start = this.at;
      const key = this.scanKey();
      this.path.push(key);
      if (seen.has(key)) this.issues?.add({ path: [...this.path], offset: start, message: 'is given twice', hint: 'keep one of them' });
      seen.add(key);
      this.expect(':', 'expected ":" after the key');
      const value = this.scanValue(depth + 1);
      if (this.keepsOffsets) fields.set(key, { at: start, value });
      this.path.pop();
      this.skipBlank();
    }
    if (this.keepsOffsets) tree.fields = fields;
    this.at += 1;
  }

  private scanList(depth: number, tree: OffsetTree): void {
    const items: OffsetTree[] = [];
    this.at += 1;
    this.skipBlank();
    for (let index = 0; this.text[this.at] !== ']'; index += 1) {
      if (index > 0) this.expect(',', 'expected "," or "]"');
      this.entries += 1;
      if (this.entries > MOST_ENTRIES)
        throw new JsonRefusal(`holds more than ${formatNumber(MOST_ENTRIES)} list entries: split it into several manifests`, this.at, true);
      this.path.push(index);
      const value = this.scanValue(depth + 1);
      if (this.keepsOffsets) items.push(value);
      this.path.pop();
      this.skipBlank();
    }
    if (this.keepsOffsets) tree.items = items;
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
