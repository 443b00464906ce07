/** A progress line on stderr. It appears only on a terminal, and only if the work takes a while. */
import type { Output } from './world';

const APPEARS_AFTER_MS = 400;
const FRAME_MS = 120;
const WIDTH = 24;

export interface Progress {
  /** Between 0 and 1 if the total is known; otherwise null. */
  part: number | null;
  label: string;
}

export class ProgressLine {
  private current: Progress | null = null;
  private startedAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private isShown = false;

  constructor(
    private readonly stream: Output,
    private readonly isOn: boolean,
    private readonly now: () => number,
  ) {}

  /** Shows `label` while `work` runs. Steps of one command are counted: `step` of `steps`. */
  async during<Result>(label: string, step: number, steps: number, work: () => Promise<Result>): Promise<Result> {
    this.update({ label, part: steps === 0 ? null : (step - 1) / steps });
    try {
      return await work();
    } finally {
      this.stop();
    }
  }

  update(progress: Progress): void {
    if (!this.isOn) return;
    if (this.current === null) {
      this.startedAt = this.now();
      this.timer = setInterval(() => this.draw(), FRAME_MS);
      this.timer.unref();
    }
    this.current = progress;
    this.draw();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.clear();
    this.current = null;
  }

  /** Clears the line so that something else can be written; the next frame shows it again. */
  clear(): void {
    if (this.isShown) this.stream.write('\r\u001b[K');
    this.isShown = false;
  }

  private draw(): void {
    const elapsed = this.now() - this.startedAt;
    if (this.current === null || elapsed < APPEARS_AFTER_MS) return;
    const { label, part } = this.current;
    const line = `${bar(part, elapsed)} ${label} · ${Math.floor(elapsed / 1_000)} s`;
    this.stream.write(`\r\u001b[K${line.slice(0, (this.stream.columns ?? 80) - 1)}`);
    this.isShown = true;
  }
}

/** A progress bar for a known part, with a moving block in the rest to show that work goes on. */
export function bar(part: number | null, elapsed: number): string {
  const filled = Math.round((part ?? 0) * WIDTH);
  const room = WIDTH - filled;
  const runner = room === 0 ? -1 : filled + (Math.floor(elapsed / FRAME_MS) % room);
  return Array.from({ length: WIDTH }, (_, index) => (index < filled ? '█' : index === runner ? '▒' : '░')).join('');
}
