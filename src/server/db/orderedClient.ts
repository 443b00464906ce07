/**
 * A connection on which each statement waits for the one before: Prisma requests the parts of a nested answer concurrently, and pg 9 will no
 * longer accept a statement while another runs. One that leaves a statement unanswered is given up.
 */
import pg from 'pg';
import { connectionGivenUp, giveUpIdle, isUnanswered, siblingsOf, type Answering } from './unanswered';

type Query = (...args: readonly unknown[]) => Promise<unknown>;
type Callback = (error: unknown, ...answer: unknown[]) => unknown;

/** COPY moves whole landscapes: it may take as long as the transaction that it is part of. */
const LONGEST_COPY_MS = 120_000;

export class OrderedClient extends pg.Client implements Answering {
  answeredAt = 0;
  private last: Promise<unknown> = Promise.resolve();
  private unanswered = 0;
  private isKnown = false;

  get isIdle(): boolean {
    return this.unanswered === 0 && this.getTransactionStatus() === 'I';
  }

  /** Calls with a callback are sent at once: only the pool makes them, on a free connection. */
  override query: pg.Client['query'] = ((...args: readonly unknown[]): unknown => {
    this.becomeKnown();
    if (isSubmittable(args[0])) return this.send(Object.assign(args[0], { query_timeout: LONGEST_COPY_MS }), ...args.slice(1));
    if (args.some((arg) => typeof arg === 'function')) {
      this.unanswered++;
      const sentAt = performance.now();
      const watched = args.map((arg) =>
        typeof arg === 'function'
          ? (error: unknown, ...answer: unknown[]) => (arg as Callback)(this.settle(sentAt, error), ...answer)
          : arg,
      );
      return this.send(...watched);
    }
    return this.inTurn(() => this.send(...args));
  }) as unknown as pg.Client['query'];

  /** Waits for its turn, and is sent only if the transaction is then still `open`. Throws an Error otherwise. */
  queryInTransaction(statement: pg.QueryConfig, isOpen: () => boolean): Promise<pg.QueryResult> {
    return this.inTurn(() => {
      if (!isOpen() || this.getTransactionStatus() === 'I') throw new Error('The transaction has ended.');
      return this.send(statement);
    }) as Promise<pg.QueryResult>;
  }

  /** Closes it at once, because a statement is under way, and lets a pool that holds it forget it. */
  giveUp(): void {
    this.end().catch(() => undefined);
    if (this.isIdle) this.emit('error', connectionGivenUp());
  }

  private async inTurn(send: () => Promise<unknown>): Promise<unknown> {
    const before = this.last;
    const isFree = this.unanswered === 0;
    this.unanswered++;
    const answer = isFree ? this.answerTo(send) : before.then(() => this.answerTo(send));
    this.last = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  }

  private async answerTo(send: () => Promise<unknown>): Promise<unknown> {
    const sentAt = performance.now();
    try {
      const answer = await send();
      this.settle(sentAt, null);
      return answer;
    } catch (error) {
      throw this.settle(sentAt, error);
    }
  }

  /** The error as callers know it. */
  private settle(sentAt: number, error: unknown): unknown {
    this.unanswered--;
    if (!isUnanswered(error)) {
      this.answeredAt = performance.now();
      return error;
    }
    this.giveUp();
    giveUpIdle(siblingsOf(this), sentAt);
    return connectionGivenUp();
  }

  private send(...args: readonly unknown[]): Promise<unknown> {
    return (super.query as unknown as Query)(...args);
  }

  private becomeKnown(): void {
    if (this.isKnown) return;
    this.isKnown = true;
    const siblings = siblingsOf(this);
    siblings.add(this);
    this.once('end', () => siblings.delete(this));
  }
}

function isSubmittable(statement: unknown): statement is object {
  return typeof (statement as { submit?: unknown } | null | undefined)?.submit === 'function';
}
