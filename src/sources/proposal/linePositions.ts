/** Lines and columns of the places in a text. */
import type { Position } from './locatedYaml';

/** Counts from the place that was asked for last, so that places in their order cost no more than the text is long. */
export class LinePositions {
  private lineStart = 0;
  private lineEnd: number;

  /** `line` is the number of the first line. */
  constructor(
    private readonly file: string,
    private readonly text: string,
    private line = 1,
  ) {
    this.lineEnd = lineEndAfter(text, 0);
  }

  at(offset: number): Position {
    while (this.lineEnd < offset) {
      this.line += 1;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = lineEndAfter(this.text, this.lineStart);
    }
    while (this.lineStart > offset) {
      this.line -= 1;
      this.lineEnd = this.lineStart - 1;
      this.lineStart = this.lineEnd === 0 ? 0 : this.text.lastIndexOf('\n', this.lineEnd - 1) + 1;
    }
    return { file: this.file, line: this.line, column: offset - this.lineStart + 1 };
  }
}

/** The place of the first line end at or after `start`; infinite if there is none. */
function lineEndAfter(text: string, start: number): number {
  const found = text.indexOf('\n', start);
  return found === -1 ? Infinity : found;
}
