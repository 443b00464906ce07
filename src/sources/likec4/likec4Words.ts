/** Cuts the text of a LikeC4 file into words, texts and braces. Lines mean nothing in LikeC4, except that they separate words. */
import { LinePositions } from '@/sources/proposal/linePositions';
import type { Position } from '@/sources/proposal/locatedYaml';

export interface Word {
  text: string;
  isText: boolean;
  position: Position;
}

/** The words of the text; or the position and reason of what makes it unreadable. Commas and semicolons only separate, so they are left out. */
export function likec4Words(file: string, text: string): Word[] | (Position & { message: string }) {
  const reader = new WordReader(file, text.replace(/^\ufeff/, ' ').replace(/\r\n?/g, '\n'));
  return reader.read();
}

const BLANK = /[\s,;]+/y;
const COMMENT = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const BARE = /[^\s,;'"{}]+/y;
const QUOTES = ['"""', "'''", '"', "'"];
/** `cloud=system` and `a->b`, which need no blanks. */
const ASSIGNED = /^([\w-]+)=([\w-]*)$/;
const ARROWS = /^([\w.-]*?)(<?->|-\[[\w-]+\]->|<-)([\w.-]*)$/;

class WordReader {
  private readonly words: Word[] = [];
  private readonly positions: LinePositions;
  private at = 0;

  constructor(
    file: string,
    private readonly text: string,
  ) {
    this.positions = new LinePositions(file, text);
  }

  read(): Word[] | (Position & { message: string }) {
    while (this.at < this.text.length) {
      if (this.skip(BLANK) || this.skip(COMMENT)) continue;
      const position = this.positions.at(this.at);
      const char = this.text[this.at]!;
      const quote = QUOTES.find((one) => this.text.startsWith(one, this.at));
      if (quote !== undefined) {
        const inside = this.quoted(quote);
        if (inside === null) return { ...position, message: 'is a text without an end' };
        this.words.push({ text: inside, isText: true, position });
      } else if (char === '{' || char === '}') {
        this.at += 1;
        this.words.push({ text: char, isText: false, position });
      } else this.bare(position);
    }
    return this.words;
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return false;
    this.at += found.length;
    return true;
  }

  /** Null if it has no end. */
  private quoted(quote: string): string | null {
    const start = this.at + quote.length;
    for (let end = this.text.indexOf(quote, start); end !== -1; end = this.text.indexOf(quote, end + 1)) {
      let escapes = 0;
      while (this.text[end - 1 - escapes] === '\\') escapes += 1;
      if (escapes % 2 === 1) continue;
      const inside = this.text.slice(start, end);
      this.at = end + quote.length;
      return withoutIndent(inside.replace(/\\(['"])/g, '$1'));
    }
    return null;
  }

  private bare(position: Position): void {
    BARE.lastIndex = this.at;
    const text = BARE.exec(this.text)?.[0] ?? '';
    this.at += text.length;
    const push = (part: string, offset: number): void => {
      if (part !== '') this.words.push({ text: part, isText: false, position: { ...position, column: position.column + offset } });
    };
    const assigned = ASSIGNED.exec(text);
    const [, before = '', arrow = '', after = ''] = ARROWS.exec(text) ?? [];
    if (assigned !== null) {
      push(assigned[1]!, 0);
      push('=', assigned[1]!.length);
      push(assigned[2]!, assigned[1]!.length + 1);
    } else if (arrow !== '') {
      push(before, 0);
      push(arrow, before.length);
      push(after, before.length + arrow.length);
    } else push(text, 0);
  }
}

/** Texts of several lines are indented as the model is. */
function withoutIndent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length);
  const common = indents.reduce((least, indent) => Math.min(least, indent), Number.MAX_SAFE_INTEGER);
  return [first.trimStart(), ...rest.map((line) => line.slice(common))].join('\n').trim();
}
