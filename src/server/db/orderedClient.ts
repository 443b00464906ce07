/**
 * A connection on which each statement waits for the one before: Prisma requests the parts of a nested answer concurrently, and pg 9 will no
 * longer accept a statement while another runs. One that leaves a statement unanswered is given up.
 */
import pg from 'pg';
import { connectionGivenUp, giveUpIdle, isUnanswered, LONGEST_BINDING_MS, watchOf } from './unanswered';
import type { Answering, SilenceWatch } from './silentDatabase';

type Query = (...args: readonly unknown[]) => Promise<unknown>;
type Callback = (error: unknown, ...answer: unknown[]) => unknown;

/** COPY moves whole landscapes: it may take as long as the transaction that it is part of. */
const LONGEST_COPY_MS = 120_000;

export class OrderedClient extends pg.Client implements Answering {
  answeredAt = 0;
  private last: Promise<unknown> = Promise.resolve();
  /** When each statement was sent or began to wait for its turn, oldest first. */
  private readonly unanswered = new Set<{ readonly at: number }>();
  private isGivenUp = false;
  private watch: SilenceWatch | null = null;

  get isIdle(): boolean {
    return this.unanswered.size === 0 && this.getTransactionStatus() === 'I';
  }

  get waitingSince(): number | null {
    for (const { at } of this.unanswered) return at;
    return null;
  }

  /** Calls with a callback are sent at once: only the pool makes them, on a free connection. */
  override query: pg.Client['query'] = ((...args: readonly unknown[]): unknown => {
    this.watched();
    if (isSubmittable(args[0])) return this.sendCopy(args[0], args.slice(1));
    if (args.some((arg) => typeof arg === 'function')) {
      const sent = this.begin();
      const watched = args.map((arg) =>
        typeof arg === 'function' ? (error: unknown, ...answer: unknown[]) => (arg as Callback)(this.settle(sent, error), ...answer) : arg,
      );
      return this.send(...watched);
    }
    return this.inTurn(() => this.send(...soonAnswered(args)));
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
    this.isGivenUp = true;
    this.end().catch(() => undefined);
    if (this.isIdle) this.emit('error', connectionGivenUp());
  }

  private async inTurn(send: () => Promise<unknown>): Promise<unknown> {
    const before = this.last;
    const isFree = this.unanswered.size === 0;
    const sent = this.begin();
    const answer = isFree ? this.answerTo(send, sent) : before.then(() => this.answerTo(send, sent));
    this.last = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  }

  private begin(): { readonly at: number } {
    const sent = { at: performance.now() };
    this.unanswered.add(sent);
    return sent;
  }

  private async answerTo(send: () => Promise<unknown>, sent: { readonly at: number }): Promise<unknown> {
    const sentAt = performance.now();
    try {
      if (this.watched().isSilent) this.giveUp();
      const answer = await send();
      this.settle(sent, null);
      return answer;
    } catch (error) {
      throw this.settle(sent, error, sentAt);
    }
  }

  /** The error as callers know it. */
  private settle(sent: { readonly at: number }, error: unknown, sentAt = sent.at): unknown {
    this.unanswered.delete(sent);
    if (this.isGivenUp && error !== null) return connectionGivenUp();
    if (!isUnanswered(error)) {
      this.answeredAt = performance.now();
      return error;
    }
    this.giveUp();
    giveUpIdle(this.watched().connections, sentAt);
    return connectionGivenUp();
  }

  /** pg would wait for a copy that reads until the limit, because such a stream never tells it that it has ended. */
  private sendCopy(copy: Copy, rest: readonly unknown[]): unknown {
    const sent = this.send(Object.assign(copy, { query_timeout: LONGEST_COPY_MS }), ...rest);
    copy.once?.('close', () => copy.callback?.());
    return sent;
  }

  private send(...args: readonly unknown[]): Promise<unknown> {
    return (super.query as unknown as Query)(...args);
  }

  /** The watch over its server, which knows this connection from its first statement to its end. */
  private watched(): SilenceWatch {
    if (this.watch !== null) return this.watch;
    const watch = watchOf(this);
    watch.connections.add(this);
    this.once('end', () => watch.connections.delete(this));
    this.watch = watch;
    return watch;
  }
}

/** A statement that begins a transaction waits for nothing in the database. */
const BEGIN = /^begin[^;]*$/i;

function soonAnswered(args: readonly unknown[]): readonly unknown[] {
  const [statement, ...rest] = args;
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  if (typeof text !== 'string' || !BEGIN.test(text)) return args;
  const config = typeof statement === 'string' ? { text } : (statement as object);
  return [{ ...config, query_timeout: LONGEST_BINDING_MS }, ...rest];
}

/** A stream of pg-copy-streams. pg puts the end of its limit into `callback`. */
interface Copy {
  callback?: () => void;
  once?: (event: 'close', listener: () => void) => unknown;
}

function isSubmittable(statement: unknown): statement is Copy {
  return typeof (statement as { submit?: unknown } | null | undefined)?.submit === 'function';
}
