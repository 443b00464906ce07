/** Reads other tools' JSON into plain values with positions, as `yamlReader.ts` reads YAML, and many times faster. */
import { sizeFault } from './importLimits';
import { LinePositions } from './linePositions';
import type { Located, LocatedField, LocatedValue, YamlMistake } from './locatedYaml';

/** `hasRepeatedKey`: of such a key, the last value counts, as in JSON.parse. */
export type JsonReading =
  | { root: Located; hasRepeatedKey: boolean; mistake?: undefined }
  | { root?: undefined; hasRepeatedKey?: undefined; mistake: YamlMistake };

const MAXIMUM_DEPTH = 64;
const MOST_VALUES = 2_000_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Up to the quote that ends a text, at most as long as a file. */
const STRING = /"(?:[^"\\]|\\.)*"/y;
const WORDS: readonly [string, LocatedValue][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

class NotJson extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

/** The whole text, which begins on line `firstLine`, as one value, or the first mistake. Never throws. */
export function readLocatedJson(file: string, text: string, firstLine = 1): JsonReading {
  const fault = sizeFault(text);
  if (fault !== null) return { mistake: { file, line: 1, column: 1, message: fault } };
  const reader = new JsonReader(file, text.replace(/^\ufeff/, ' '), firstLine);
  try {
    const root = reader.read();
    return { root, hasRepeatedKey: reader.hasRepeatedKey };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    return { mistake: { ...reader.positions.at(error.at), message: error.message } };
  }
}

class JsonReader {
  hasRepeatedKey = false;
  readonly positions: LinePositions;
  private at = 0;
  private values = 0;

  constructor(
    file: string,
    private readonly text: string,
    firstLine: number,
  ) {
    this.positions = new LinePositions(file, text, firstLine);
  }

  read(): Located {
    const root = this.value(0);
    this.skipBlanks();
    if (this.at < this.text.length) throw new NotJson(this.at, 'has more text after the value');
    return root;
  }

  private value(depth: number): Located {
    if (depth > MAXIMUM_DEPTH) throw new NotJson(this.at, 'is nested too deeply');
    this.skipBlanks();
    this.values += 1;
    if (this.values > MOST_VALUES) throw new NotJson(this.at, 'has too many values');
    const position = this.positions.at(this.at);
    return { value: this.valueHere(depth), position };
  }

  private valueHere(depth: number): LocatedValue {
    const char = this.text[this.at];
    if (char === '{') return this.fields(depth);
    if (char === '[') return this.items(depth);
    if (char === '"') return this.string();
    for (const [word, value] of WORDS)
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    return Number(this.match(NUMBER, 'is not JSON'));
  }

  private fields(depth: number): Map<string, LocatedField> {
    const fields = new Map<string, LocatedField>();
    this.list('}', () => {
      const keyPosition = this.positions.at(this.at);
      const key = this.string();
      this.skipBlanks();
      this.expect(':');
      const { value, position } = this.value(depth + 1);
      if (fields.has(key)) this.hasRepeatedKey = true;
      fields.set(key, { value, position, keyPosition });
    });
    return fields;
  }

  private items(depth: number): Located[] {
    const items: Located[] = [];
    this.list(']', () => items.push(this.value(depth + 1)));
    return items;
  }

  /** Everything between brackets, with commas in between. */
  private list(close: string, take: () => void): void {
    this.at += 1;
    this.skipBlanks();
    for (let isFirst = true; this.text[this.at] !== close; isFirst = false) {
      if (!isFirst) this.expect(',');
      this.skipBlanks();
      take();
      this.skipBlanks();
    }
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    const written = this.match(STRING, 'is not JSON: a text was expected');
    if (!written.includes('\\') && !/[\u0000-\u001f]/.test(written)) return written.slice(1, -1);
    try {
      return JSON.parse(written) as string;
    } catch {
      throw new NotJson(start, 'is a text that is not valid JSON');
    }
  }

  private match(pattern: RegExp, message: string): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new NotJson(this.at, message);
    this.at += found.length;
    return found;
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char) throw new NotJson(this.at, `is not JSON: "${char}" was expected`);
    this.at += 1;
  }

  private skipBlanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at += 1;
    }
  }
}
