/** Limits how many pieces of work run at once per name, first come first served. */
import { append } from '@/plain/grouped';

export class PerKeyLimit {
  private readonly running = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly mostAtOnce: number) {}

  /** Runs `work` when fewer than the limit run under `name`; passes on its result or error. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const now = this.running.get(name) ?? 0;
    if (now >= this.mostAtOnce)
      // Finished work passes its slot on, so the count stays the same.
      await new Promise<void>((resolve) => append(this.waiting, name, resolve));
    else this.running.set(name, now + 1);
    try {
      return await work();
    } finally {
      this.leave(name);
    }
  }

  private leave(name: string): void {
    const queue = this.waiting.get(name);
    const next = queue?.shift();
    if (queue?.length === 0) this.waiting.delete(name);
    if (next !== undefined) {
      next();
      return;
    }
    const left = (this.running.get(name) ?? 1) - 1;
    if (left === 0) this.running.delete(name);
    else this.running.set(name, left);
  }
}
