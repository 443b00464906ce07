/**
 * Slots that the work of all tenants shares, such as worker threads: at most one per tenant at a time, in turns by the time each has used.
 */
import { FairTurns } from '@/plain/fairTurns';
import { countUsed, type LineState, type WorkKind } from './queueMetrics';
import { MOST_WAITING, QUANTUM_MS, tooManyWaiting, waitedTooLong } from './waiting';

/** Small work has its own slots, so that it can overtake large work. */
export type WorkSize = 'small' | 'large';

export interface SlotAsked {
  tenantId: string;
  size: WorkSize;
  /** How long it may wait for a slot. */
  deadlineMs: number;
}

interface Waiting extends SlotAsked {
  since: number;
  enter: () => void;
}

export class FairSlots {
  private readonly turns: Readonly<Record<WorkSize, FairTurns>> = { small: new FairTurns(QUANTUM_MS), large: new FairTurns(QUANTUM_MS) };
  private readonly free: Record<WorkSize, number>;
  private readonly running = new Map<string, number>();
  private waiting: Waiting[] = [];

  constructor(
    private readonly kind: WorkKind,
    positionsEach: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.free = { small: positionsEach, large: positionsEach };
  }

  /**
   * Runs work once it has a slot. Throws AppError `rate_limited` if too much work of this tenant is waiting, `unavailable` past the
   * deadline, and whatever the work throws. The tenant is charged for the time used.
   */
  async run<Result>(asked: SlotAsked, work: () => Promise<Result>): Promise<Result> {
    const { tenantId, size } = asked;
    if (this.waiting.length > 0 || this.running.has(tenantId) || this.free[size] === 0) await this.waitFor(asked);
    else this.take(tenantId, size);
    const from = this.now();
    try {
      return await work();
    } finally {
      const used = this.now() - from;
      countUsed(this.kind, used);
      this.turns[size].charge(tenantId, used);
      this.running.delete(tenantId);
      this.free[size]++;
      this.letIn();
    }
  }

  *states(): Iterable<LineState> {
    const began = [...this.running.values(), ...this.waiting.map(({ since }) => since)];
    const oldestSeconds = began.length === 0 ? 0 : (this.now() - Math.min(...began)) / 1_000;
    yield { kind: this.kind, waiting: this.waiting.length, running: this.running.size, oldestSeconds };
  }

  private waitFor(asked: SlotAsked): Promise<void> {
    const { tenantId, size, deadlineMs } = asked;
    if (this.waiting.filter((other) => other.tenantId === tenantId).length >= MOST_WAITING) throw tooManyWaiting(this.kind);
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer);
        this.waiting = this.waiting.filter((other) => other !== own);
        if (!this.waiting.some((other) => other.tenantId === tenantId && other.size === size)) this.turns[size].sleep(tenantId);
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(waitedTooLong(this.kind));
      }, deadlineMs);
      const own: Waiting = {
        ...asked,
        since: this.now(),
        enter: () => {
          stopWaiting();
          this.take(tenantId, size);
          resolve();
        },
      };
      this.waiting.push(own);
      this.letIn();
    });
  }

  private take(tenantId: string, size: WorkSize): void {
    this.running.set(tenantId, this.now());
    this.free[size]--;
    // From here on it can be charged, and gets no other turn until it is done.
    this.turns[size].wake(tenantId);
    for (const turns of Object.values(this.turns)) turns.sleep(tenantId);
  }

  /** Gives free slots to those whose turn it is. */
  private letIn(): void {
    for (const size of ['small', 'large'] as const) {
      const turns = this.turns[size];
      while (this.free[size] > 0) {
        const startable = this.waiting.filter((one) => one.size === size && !this.running.has(one.tenantId));
        for (const { tenantId } of startable) turns.wake(tenantId);
        const tenantId = startable.length === 0 ? null : turns.next();
        const next = startable.find((one) => one.tenantId === tenantId);
        if (next === undefined) break;
        next.enter();
      }
    }
  }
}
