/** Finds out which of the two forms a file of metrics has, and reads it. */
import type { Series } from '@/domain/observe/seriesEdges';
import { MetricLines, seriesInAnswer } from './readMetrics';

/** An answer is read as a whole; nobody needs a larger one for this. */
const LARGEST_ANSWER = 128 * 1_048_576;

export class MetricFile {
  private readonly lines = new MetricLines();
  private isAnswer: boolean | null = null;
  private text = '';
  private readonly decoder = new TextDecoder();

  get count(): number {
    return this.lines.metrics;
  }

  /** Of an answer none, which is read as a whole. */
  get soFar(): readonly Series[] {
    return this.lines.series;
  }

  /** The bytes must not change later. */
  push(chunk: Uint8Array): void {
    const first = chunk.find((byte) => byte > 0x20);
    if (this.isAnswer === null && first !== undefined) this.isAnswer = first === '{'.charCodeAt(0);
    if (this.isAnswer !== true) this.lines.push(chunk);
    else if (this.text.length <= LARGEST_ANSWER) this.text += this.decoder.decode(chunk, { stream: true });
  }

  /** Null if these are no metrics. Call once, after the last chunk. */
  end(): Series[] | null {
    if (this.isAnswer !== true) return this.lines.end();
    if (this.text.length > LARGEST_ANSWER) return null;
    try {
      return seriesInAnswer(JSON.parse(this.text));
    } catch {
      return null;
    }
  }
}
