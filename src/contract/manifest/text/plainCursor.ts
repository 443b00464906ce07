/** Goes through the lines of plain YAML: where the next thing stands, whether a line is done. What the things mean stays out. */

/** Thrown where a text is not plain. */
export class NotPlain extends Error {}

export function giveUp(): never {
  throw new NotPlain();
}

export class PlainCursor {
  protected at = 0;
  /** Column of the first thing on the current line; -1 behind the last line. A list's dash moves it on to what follows the dash. */
  protected column = -1;
  protected isAtDash = false;

  constructor(protected readonly text: string) {}

  /** From the start of a line to the first thing on it or on a later one; comments and empty lines are nothing. */
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

  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /** To the next line; true when nothing but a comment stood before its end. */
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

/** Spaces only: other blanks belong to the text. */
export function withoutSpacesBehind(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 32) end -= 1;
  return text.slice(0, end);
}
