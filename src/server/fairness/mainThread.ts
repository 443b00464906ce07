/**
 * Shares the main thread among all tenants: long work takes turns in portions of a few milliseconds, and in between everything that has
 * arrived is handled. Short work runs at once if nobody is waiting.
 */
import { FairTurns } from '@/plain/fairTurns';
import type { Steps } from '@/plain/steps';
import { countUsed, type LineState, type WorkKind } from './queueMetrics';
import { MOST_WAITING, QUANTUM_MS, hungUp, tooManyWaiting, waitedTooLong } from './waiting';

/** The event loop gets its turn after this long: every request passes through it several times. */
const PORTION_MS = 2;

export interface Asked {
  kind: WorkKind;
  tenantId: string;
  /** Counted from now. */
  deadlineMs: number;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** Whether waiting work may start now. Call `reconsider` when that changes. */
  mayBegin?: () => boolean;
}

interface Piece extends Asked {
  begin: () => Steps<unknown>;
  steps: Steps<unknown> | null;
  since: number;
  usedMs: number;
  settle: (outcome: { result: unknown } | { error: unknown }) => void;
}

interface Line {
  waiting: Piece[];
  begun: Piece[];
  /** New and started work alternate, so that quick work overtakes long work and long work still progresses. */
  isNewNext: boolean;
}

export interface Surroundings {
  /** In milliseconds, from any starting point. */
  now: () => number;
  /** Runs this after everything that has arrived was handled. */
  soon: (work: () => void) => void;
  /** Runs this after this many milliseconds; the returned function cancels it. */
  after: (milliseconds: number, work: () => void) => () => void;
}

const REAL: Surroundings = {
  now: () => performance.now(),
  soon: (work) => void setImmediate(work),
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class MainThread {
  private readonly turns = new FairTurns(QUANTUM_MS);
  private readonly lines = new Map<string, Line>();
  private isAwaited = false;

  constructor(private readonly surroundings: Surroundings = REAL) {}

  /**
   * The result of work done in turns. Throws AppError `rate_limited` if too much work of this tenant is waiting, `unavailable` past the
   * deadline or after the caller disconnected, and whatever the work throws.
   */
  async run<Result>(asked: Asked, begin: () => Steps<Result>): Promise<Result> {
    const { kind, signal } = asked;
    if (signal?.aborted === true) throw hungUp(kind);
    const piece: Piece = { ...asked, begin, steps: null, since: this.surroundings.now(), usedMs: 0, settle: () => undefined };
    let outcome: { result: unknown } | { error: unknown } | null = null;
    piece.settle = (how) => (outcome = how);
    if (this.lines.size === 0 && asked.mayBegin?.() !== false) this.workOn(piece, this.surroundings.now() + PORTION_MS);
    return told<Result>(outcome ?? (await this.waitFor(piece)));
  }

  /** Work of this tenant that could not start may start now. */
  reconsider(tenantId: string): void {
    const line = this.lines.get(tenantId);
    if (line === undefined || !this.hasWork(line)) return;
    this.turns.wake(tenantId);
    this.goOnSoon();
  }

  /** The state of the queues, by kind. */
  *states(): Iterable<LineState> {
    const now = this.surroundings.now();
    const byKind = new Map<WorkKind, LineState>();
    for (const { waiting, begun } of this.lines.values())
      for (const { kind, since, steps } of [...begun, ...waiting]) {
        const state = byKind.get(kind) ?? { kind, waiting: 0, running: 0, oldestSeconds: 0 };
        byKind.set(kind, state);
        if (steps === null) state.waiting++;
        else state.running++;
        state.oldestSeconds = Math.max(state.oldestSeconds, (now - since) / 1_000);
      }
    yield* byKind.values();
  }

  private async waitFor(piece: Piece): Promise<{ result: unknown } | { error: unknown }> {
    const { kind, tenantId, signal, deadlineMs } = piece;
    const line: Line = this.lines.get(tenantId) ?? { waiting: [], begun: [], isNewNext: true };
    const isFull = [...line.waiting, ...line.begun].filter((other) => other.kind === kind).length >= MOST_WAITING;
    if (piece.steps === null && isFull) throw tooManyWaiting(kind);
    return new Promise((resolve) => {
      const giveUp = (error: Error): void => {
        // Releases whatever the work holds.
        piece.steps?.return(undefined);
        this.leave(piece);
        piece.settle({ error });
      };
      const cancel = (): void => giveUp(hungUp(kind));
      const stopWaiting = this.surroundings.after(deadlineMs, () => giveUp(waitedTooLong(kind)));
      signal?.addEventListener('abort', cancel, { once: true });
      piece.settle = (outcome) => {
        stopWaiting();
        signal?.removeEventListener('abort', cancel);
        resolve(outcome);
      };
      this.lines.set(tenantId, line);
      if (piece.steps === null) line.waiting.push(piece);
      else line.begun.push(piece);
      if (this.hasWork(line)) this.turns.wake(tenantId);
      this.turns.charge(tenantId, piece.usedMs);
      this.goOnSoon();
    });
  }

  private goOnSoon(): void {
    if (this.isAwaited) return;
    this.isAwaited = true;
    this.surroundings.soon(() => {
      this.isAwaited = false;
      this.workAPortion();
    });
  }

  private workAPortion(): void {
    const { now } = this.surroundings;
    const until = now() + PORTION_MS;
    for (let tenantId = this.turns.next(); tenantId !== null; tenantId = this.turns.next()) {
      const line = this.lines.get(tenantId);
      const piece = line === undefined ? null : this.take(line);
      if (piece === null) {
        this.turns.sleep(tenantId);
        continue;
      }
      const from = now();
      const outcome = this.workOn(piece, until);
      this.turns.charge(tenantId, now() - from);
      if (outcome !== null) this.leave(piece);
      if (now() >= until) break;
    }
    if (this.turns.next() !== null) this.goOnSoon();
  }

  /** Works until the piece is done or the time is up. Returns how it ended; null if it has not. */
  private workOn(piece: Piece, until: number): { result: unknown } | { error: unknown } | null {
    const { now } = this.surroundings;
    const from = now();
    let outcome: { result: unknown } | { error: unknown } | null = null;
    try {
      piece.steps ??= piece.begin();
      do {
        const step = piece.steps.next();
        if (step.done === true) outcome = { result: step.value };
      } while (outcome === null && now() < until);
    } catch (error) {
      outcome = { error };
    }
    const used = now() - from;
    piece.usedMs += used;
    countUsed(piece.kind, used);
    if (outcome !== null) piece.settle(outcome);
    return outcome;
  }

  /** The next piece to work on in a queue; it counts as started from here on. */
  private take(line: Line): Piece | null {
    const position = line.isNewNext || line.begun.length === 0 ? this.firstThatMayBegin(line) : -1;
    line.isNewNext = !line.isNewNext;
    const [fresh] = position === -1 ? [] : line.waiting.splice(position, 1);
    if (fresh !== undefined) line.begun.push(fresh);
    return fresh ?? line.begun[0] ?? null;
  }

  private firstThatMayBegin({ waiting }: Line): number {
    return waiting.findIndex(({ mayBegin }) => mayBegin?.() !== false);
  }

  private hasWork(line: Line): boolean {
    return line.begun.length > 0 || this.firstThatMayBegin(line) !== -1;
  }

  private leave(piece: Piece): void {
    const line = this.lines.get(piece.tenantId);
    if (line === undefined) return;
    line.begun = line.begun.filter((other) => other !== piece);
    line.waiting = line.waiting.filter((other) => other !== piece);
    if (line.begun.length + line.waiting.length === 0) this.lines.delete(piece.tenantId);
    if (!this.hasWork(line)) this.turns.sleep(piece.tenantId);
  }
}

function told<Result>(outcome: { result: unknown } | { error: unknown }): Result {
  if ('error' in outcome) throw outcome.error;
  return outcome.result as Result;
}
