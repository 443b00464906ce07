/** Cuts bytes that come in chunks into lines. */

const LINE_END = '\n'.charCodeAt(0);

export class Lines {
  private parts: Uint8Array[] = [];
  private bytes = 0;

  /** Calls `take` with each line that is not empty, trimmed; with null for one of more than `longest` bytes. */
  constructor(
    private readonly longest: number,
    private readonly take: (line: string | null) => void,
  ) {}

  /** The bytes must not change later. */
  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(LINE_END, from);
      const part = chunk.subarray(from, end === -1 ? chunk.length : end);
      this.bytes += part.length;
      if (this.bytes <= this.longest) this.parts.push(part);
      else this.parts = [];
      if (end === -1) return;
      this.end();
      from = end + 1;
    }
  }

  /** Also ends the last line. */
  end(): void {
    const decoder = new TextDecoder();
    const line = (this.parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()).trim();
    const isTooLong = this.bytes > this.longest;
    [this.parts, this.bytes] = [[], 0];
    if (isTooLong) this.take(null);
    else if (line !== '') this.take(line);
  }
}
