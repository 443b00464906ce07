/**
 * A connection on which each statement waits for the one before. Prisma requests the parts of a nested answer concurrently, and pg 9 will
 * no longer accept a statement while another runs. It can also be asked for by whoever holds its transaction: see openConnection.ts.
 */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { processState } from '@/server/processState';
import { SilenceGuard } from './silenceGuard';

type Query = (...args: readonly unknown[]) => Promise<unknown>;
type Callback = (...answer: unknown[]) => unknown;

export interface OrderedClientConfig extends pg.ClientConfig {
  /** How long the database may say nothing while a statement waits for its answer, in milliseconds. */
  longestSilenceMs?: number;
}

const LONGEST_SILENCE_MS = 40_000;

/** A comment that no server ever sees: the connection that gets it hands itself over under the key. */
const REQUEST = '-- hand over the connection to ';
const ENDS_TRANSACTION = /^\s*(commit|end|abort|rollback(?!\s+to\b))\b/i;

export class OrderedClient extends pg.Client {
  private last: Promise<unknown> = Promise.resolve();
  private unanswered = 0;
  private readonly guard: SilenceGuard;
  /** How many times a transaction was ended on it. */
  ended = 0;

  constructor(config: OrderedClientConfig = {}) {
    super(config);
    this.guard = new SilenceGuard(this, config.longestSilenceMs ?? LONGEST_SILENCE_MS);
  }

  /** Calls with a callback are sent at once: only the pool makes them, on a free connection. */
  override query: pg.Client['query'] = ((...args: readonly unknown[]): unknown => {
    const text = textOf(args[0]);
    if (text.startsWith(REQUEST)) {
      handedOver().set(text.slice(REQUEST.length), this);
      return Promise.resolve({ rows: [], fields: [], rowCount: 0 });
    }
    if (ENDS_TRANSACTION.test(text)) this.ended++;
    const send = (): Promise<unknown> => this.guard.watch((super.query as unknown as Query)(...args));
    if (isSubmittable(args[0])) {
      const stream: unknown = (super.query as unknown as Query)(...args);
      if (stream instanceof Readable) this.guard.watch(finished(stream)).catch(() => undefined);
      return stream;
    }
    if (args.some((arg) => typeof arg === 'function')) {
      const watched = args.map((arg) => (typeof arg === 'function' ? this.guard.watchCallback(arg as Callback) : arg));
      return (super.query as unknown as Query)(...watched);
    }
    const answer = this.unanswered === 0 ? send() : this.last.then(send, send);
    this.unanswered++;
    const settle = (): void => void this.unanswered--;
    this.last = answer.then(settle, settle);
    return answer;
  }) as unknown as pg.Client['query'];
}

/** The statement that asks for its connection under this key. */
export function requestOf(key: string): string {
  return `${REQUEST}${key}`;
}

/** The connection that was asked for; once. */
export function takeHandedOver(key: string): OrderedClient {
  const client = handedOver().get(key);
  handedOver().delete(key);
  if (client === undefined) throw new Error('The transaction did not hand over its connection.');
  return client;
}

function handedOver(): Map<string, OrderedClient> {
  return processState('handedOverConnections', () => new Map<string, OrderedClient>());
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

function isSubmittable(statement: unknown): boolean {
  return typeof (statement as { submit?: unknown } | null | undefined)?.submit === 'function';
}
