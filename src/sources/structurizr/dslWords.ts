/** Cuts the text of a Structurizr DSL file into words, line ends and braces. Knows nothing about what they mean. */
import { LinePositions } from '@/sources/proposal/linePositions';
import type { Position } from '@/sources/proposal/locatedYaml';

export interface Word {
  text: string;
  isQuoted: boolean;
  position: Position;
}

/** Null is the end of a line. */
export type Lexeme = Word | null;

const LONGEST_WORD = 100_000;

/** All words of the text, with a null at the end of each line. A line that ends in a backslash goes on. Never throws. */
export function dslWords(file: string, text: string): Lexeme[] {
  return new WordReader(file, text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')).read();
}

class WordReader {
  private readonly lexemes: Lexeme[] = [];
  private readonly positions: LinePositions;
  private at = 0;

  constructor(
    file: string,
    private readonly text: string,
  ) {
    this.positions = new LinePositions(file, text);
  }

  read(): Lexeme[] {
    while (this.at < this.text.length) this.next();
    this.lexemes.push(null);
    return this.lexemes;
  }

  private next(): void {
    const char = this.text[this.at]!;
    const isFirst = this.lexemes.length === 0 || this.lexemes.at(-1) === null;
    if (char === '\n') this.endLine();
    else if (char === ' ' || char === '\t' || char === '\f' || char === '\u00a0') this.at += 1;
    else if (isFirst && (char === '#' || this.text.startsWith('//', this.at))) this.skipLine();
    else if (isFirst && this.text.startsWith('/*', this.at)) this.skipComment();
    else if (this.text.startsWith('"""', this.at)) this.block();
    else if (char === '"') this.quoted();
    else this.bare();
  }

  private endLine(): void {
    const before = this.lexemes.at(-1);
    if (before != null && !before.isQuoted && before.text === '\\') this.lexemes.pop();
    else if (before !== null) this.lexemes.push(null);
    this.at += 1;
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private skipComment(): void {
    const end = this.text.indexOf('*/', this.at + 2);
    this.at = end === -1 ? this.text.length : end + 2;
  }

  private push(text: string, isQuoted: boolean, position: Position): void {
    this.lexemes.push({ text: text.slice(0, LONGEST_WORD), isQuoted, position });
  }

  private here(): Position {
    return this.positions.at(this.at);
  }

  private block(): void {
    const position = this.here();
    const end = this.text.indexOf('"""', this.at + 3);
    const stop = end === -1 ? this.text.length : end;
    const inside = this.text.slice(this.at + 3, stop);
    this.at = Math.min(this.text.length, stop + 3);
    this.push(inside.trim(), true, position);
  }

  /** Ends at the end of the line, even if the quote was forgotten. */
  private quoted(): void {
    const position = this.here();
    let inside = '';
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at]!;
      if (char === '"' || char === '\n') break;
      if (char === '\\' && this.text[this.at + 1] === '\n') {
        this.continueLine();
        continue;
      }
      if (char === '\\' && (this.text[this.at + 1] === '"' || this.text[this.at + 1] === 'n')) {
        this.at += 1;
        inside += this.text[this.at] === 'n' ? '\n' : '"';
      } else inside += char;
    }
    if (this.text[this.at] === '"') this.at += 1;
    this.push(inside, true, position);
  }

  /** A backslash at the end of a line, even inside quotes: the text goes on where the next line begins. */
  private continueLine(): void {
    this.at += 2;
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1;
    this.at -= 1;
  }

  private bare(): void {
    const position = this.here();
    const start = this.at;
    while (this.at < this.text.length && !/[\s"]/.test(this.text[this.at]!)) this.at += 1;
    this.push(this.text.slice(start, this.at), false, position);
  }
}
