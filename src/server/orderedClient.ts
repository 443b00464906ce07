/**
 * A connection on which each statement waits for the one before. Prisma asks for the parts of one nested answer at the same time, and pg 9 will
 * no longer take a statement while another one runs.
 */
import pg from 'pg';

type Query = (...args: readonly unknown[]) => Promise<unknown>;

export class OrderedClient extends pg.Client {
  private last: Promise<unknown> = Promise.resolve();
  private unanswered = 0;

  /** What is answered by a callback goes out at once: only the pool asks so, on a connection that is free. */
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
