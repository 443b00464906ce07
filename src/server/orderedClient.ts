/**
 * A connection on which each statement waits for the one before. Prisma requests the parts of a nested answer concurrently, and pg 9 will
 * no longer accept a statement while another runs.
 */
import pg from 'pg';

type Query = (...args: readonly unknown[]) => Promise<unknown>;

export class OrderedClient extends pg.Client {
  private last: Promise<unknown> = Promise.resolve();
  private unanswered = 0;

  /** Calls with a callback are sent at once: only the pool makes them, on a free connection. */
  override query: pg.Client['query'] = ((...args: readonly unknown[]): unknown => {
    const send = (): Promise<unknown> => (super.query as unknown as Query)(...args);
    if (args.some((arg) => typeof arg === 'function') || isSubmittable(args[0])) return send();
    const answer = this.unanswered === 0 ? send() : this.last.then(send, send);
    this.unanswered++;
    const settle = (): void => void this.unanswered--;
    this.last = answer.then(settle, settle);
    return answer;
  }) as unknown as pg.Client['query'];
}

function isSubmittable(statement: unknown): boolean {
  return typeof (statement as { submit?: unknown } | null | undefined)?.submit === 'function';
}
