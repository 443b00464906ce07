/**
 * Breaks a connection whose statements stay unanswered for too long. A firewall that forgot a connection, or a host that is gone, answers nothing and closes
 * nothing: without this, whoever waits on such a connection would wait for ever, and the pool would run out of usable ones.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';
import { processState } from '@/server/processState';

/** How often to look, at the least, in milliseconds. */
const LOOK_MS = 1_000;

export class SilenceGuard {
  private waiting = 0;
  private timer: NodeJS.Timeout | null = null;
  private heardAt = 0;
  private bytesHeard = 0;
  private answeredAt = 0;
  private isKnown = false;

  /** `longestMs` is how long nothing at all may come while a statement waits for its answer. */
  constructor(
    private readonly client: pg.Client,
    private readonly longestMs: number,
  ) {}

  /** The same answer; it is rejected as by a broken connection if nothing is heard for too long. */
  async watch<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.begin();
    try {
      return await answer;
    } finally {
      this.end();
    }
  }

  /** For statements that answer by a callback. */
  watchCallback<Arguments extends unknown[]>(callback: (...answer: Arguments) => unknown): (...answer: Arguments) => unknown {
    this.begin();
    return (...answer) => {
      this.end();
      return callback(...answer);
    };
  }

  private begin(): void {
    this.waiting += 1;
    if (this.waiting > 1) return;
    this.becomeKnown();
    this.hear();
    this.timer = setInterval(() => this.look(), Math.min(LOOK_MS, this.longestMs / 4)).unref();
  }

  private end(): void {
    this.waiting -= 1;
    this.answeredAt = performance.now();
    if (this.waiting > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    if (this.stream.bytesRead !== this.bytesHeard) this.hear();
    else if (performance.now() - this.heardAt > this.longestMs) this.giveUp();
  }

  /** What forgot one connection has probably forgotten all: idle ones that have answered nothing since are not worth waiting for, one after another. */
  private giveUp(): void {
    const since = this.heardAt;
    this.stream.destroy(silent(this.longestMs));
    for (const other of this.siblings()) if (other.isIdle && other.answeredAt < since) other.stream.destroy(silent(this.longestMs));
  }

  private get isIdle(): boolean {
    return this.waiting === 0 && this.client.getTransactionStatus() === 'I';
  }

  /** To the others of this process that lead to the same server. */
  private becomeKnown(): void {
    if (this.isKnown) return;
    this.isKnown = true;
    const siblings = this.siblings();
    siblings.add(this);
    this.client.once('end', () => siblings.delete(this));
  }

  private siblings(): Set<SilenceGuard> {
    const known = processState('silenceGuards', () => new Map<string, Set<SilenceGuard>>());
    const server = `${this.client.host}:${this.client.port}`;
    const siblings = known.get(server) ?? new Set();
    known.set(server, siblings);
    return siblings;
  }

  private hear(): void {
    this.heardAt = performance.now();
    this.bytesHeard = this.stream.bytesRead;
  }

  /** With TLS it is another one than at first. */
  private get stream(): Socket {
    return (this.client as unknown as { connection: { stream: Socket } }).connection.stream;
  }
}

/** In the form of a connection that the other side reset, as which pg and Prisma know it. */
function silent(longestMs: number): Error {
  const error = new Error(`Connection terminated: the database said nothing for ${longestMs / 1_000} s.`);
  return Object.assign(error, { code: 'ECONNRESET', errno: -104, syscall: 'read' });
}
