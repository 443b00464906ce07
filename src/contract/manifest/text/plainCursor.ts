/** Moves through the lines of plain YAML: finds the next token, and the end of a line. Does not interpret tokens. */

/** Thrown if a text is not plain YAML. */
export class NotPlain extends Error {}

/** Leaves the text to the reader that knows all of YAML. Throws NotPlain. */
export function giveUp(): never {
  throw new NotPlain();
}

export class PlainCursor {
  protected at = 0;
  /** Column of the first token on the current line; -1 after the last line. A list's dash moves it to what follows the dash. */
  protected column = -1;
  protected isAtDash = false;

  constructor(protected readonly text: string) {}

  /** Moves from the start of a line to the first token on it or on a later one, skipping comments and empty lines. */
  protected nextLine(): void {
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
      if (character === '\n') this.at += 1;
      else if (character === '#') this.skipLine();
      else {
        this.column = this.at - start;
        this.isAtDash = character === '-' && (text[this.at + 1] === ' ' || text[this.at + 1] === '\n' || this.at + 1 === text.length);
        return;
      }
    }
  }

  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /** Moves to the next line; returns whether the rest of the line contained at most a comment. */
  protected endLine(): boolean {
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

  protected skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 32) this.at += 1;
  }

  protected take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  protected need(pattern: RegExp): string {
    return this.take(pattern) ?? giveUp();
  }
}

/** Only spaces: other white space belongs to the text. */
export function withoutSpacesBehind(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  return text.slice(0, end);
}
