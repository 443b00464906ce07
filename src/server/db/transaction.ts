/**
 * The one place where Prisma's transaction and pg's client meet: a transaction with Prisma's models whose connection also takes plain SQL,
 * because the ORM copies every parameter and every row several times, which for thousands of rows takes longer than the database does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Prisma, PrismaClient } from '@generated/client';
import { processState } from '@/server/processState';
import { OrderedClient } from './orderedClient';
import type { SilenceWatch } from './silentDatabase';
import { connectionGivenUp, watchOf } from './unanswered';

/** A transaction, with Prisma's models and its raw SQL. */
export type Transaction = Prisma.TransactionClient;

/** Runs one statement and returns its rows. Throws what pg throws, and once the transaction has ended an Error without sending anything. */
export type RunSql = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** A connection from when the pool hands it out until it gets it back. */
interface Loan {
  client: OrderedClient | null;
  isOver: boolean;
}

interface Lending {
  /** The transaction that is being opened, for which Prisma asks the pool for a connection. */
  opening: AsyncLocalStorage<Loan>;
  /** How many transactions are under way. */
  count: number;
  byClient: WeakMap<pg.PoolClient, Loan>;
  byTransaction: WeakMap<Transaction, Loan>;
}

function lending(): Lending {
  return processState('lentConnections', () => ({
    opening: new AsyncLocalStorage<Loan>(),
    count: 0,
    byClient: new WeakMap<pg.PoolClient, Loan>(),
    byTransaction: new WeakMap<Transaction, Loan>(),
  }));
}

/** A pool that notes which connection it hands to a transaction that is being opened, and hands out none of a database that is silent. */
export class LendingPool extends pg.Pool {
  private watch: SilenceWatch | null = null;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      this.watch ??= watchOf(client as unknown as pg.Client);
    });
    this.on('release', (_error, client) => {
      const loan = lending().byClient.get(client);
      if (loan !== undefined) loan.isOver = true;
      lending().byClient.delete(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    const isSilent = this.watch?.isSilent === true;
    if (callback !== undefined) return isSilent ? callback(connectionGivenUp(), undefined, () => undefined) : super.connect(callback);
    if (isSilent) return Promise.reject(connectionGivenUp());
    const { opening, byClient } = lending();
    const loan = opening.getStore();
    if (loan === undefined || loan.client !== null) return super.connect();
    return super.connect().then((client) => {
      if (client instanceof OrderedClient) loan.client = client;
      byClient.set(client, loan);
      return client;
    });
  }
}

/** How Prisma opens the transaction; as its own options. */
export type PrismaOptions = Parameters<PrismaClient['$transaction']>[1];

/** Runs `work` in a transaction of Prisma's, on a connection that `runWithin` finds. Throws what Prisma throws. */
export async function inTransaction<T>(prisma: PrismaClient, work: (tx: Transaction) => Promise<T>, options?: PrismaOptions): Promise<T> {
  const lent = lending();
  const { opening, byTransaction } = lent;
  const loan: Loan = { client: null, isOver: false };
  lent.count += 1;
  try {
    return await opening.run(loan, () =>
      prisma.$transaction((tx) => {
        byTransaction.set(tx, loan);
        // What the work itself takes from the pool is not this transaction's.
        return opening.exit(() => work(tx));
      }, options),
    );
  } finally {
    lent.count -= 1;
    // Before Node 24, a storage in use makes each promise of the process dearer: reads would cost a sixth more for ever after the first write.
    if (lent.count === 0) opening.disable();
  }
}

/** Plain SQL on the connection of an open transaction. Statements of both take turns, in the order in which they were started. */
export function runWithin(tx: Transaction): RunSql {
  const loan = lending().byTransaction.get(tx);
  const client = loan?.client;
  if (loan === undefined || client == null) throw new Error('Only a transaction that `write` or `read` has opened has a connection.');
  return async <Row>(sql: string, parameters: readonly unknown[]) =>
    // A transaction that took too long is rolled back while its work still goes on, and its connection is given to somebody else.
    (await client.queryInTransaction({ text: sql, values: [...parameters] }, () => !loan.isOver)).rows as Row[];
}

/** Plain SQL on a connection of the caller's own. */
export function runOn(client: pg.ClientBase): RunSql {
  return async <Row>(sql: string, parameters: readonly unknown[]) => (await client.query(sql, [...parameters])).rows as Row[];
}
