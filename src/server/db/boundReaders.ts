/**
 * Connections for reads in one round trip. Each is bound to a tenant and pipelines many statements, answered in order. With pooling
 * `session` a connection stays bound and keeps its prepared statements; with `transaction` each statement brings its own transaction in one
 * message, as transaction poolers and distributed servers need.
 */
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { bindingSql } from './bindTenant';
import type { DatabaseAddresses } from './databaseAddresses';
import { isConnectionLost } from './databaseErrors';
import { connectionGivenUp, isUnanswered, LONGEST_BINDING_MS, watchOf } from './unanswered';
import type { Answering, SilenceWatch } from './silentDatabase';

export type Pooling = 'session' | 'transaction';

/** A reading statement. It also states the tenant, as $1: under a wrong binding it finds nothing. */
export interface ReadStatement {
  /** Always the same for one text. Null for texts that vary too much to be worth preparing. */
  name: string | null;
  text: string;
}

interface Reader {
  client: pg.Client;
  socket: Socket;
  /** Whether sending waits until everything that arrived together has been collected. */
  isGathering: boolean;
  /** Settles once the connection is established. */
  opened: Promise<unknown>;
  boundTo: string | null;
  /** When each statement under way was sent, oldest first. */
  underWay: Set<{ readonly at: number }>;
  /** The watch over its server. */
  watch: SilenceWatch;
  hasAnswered: boolean;
  /** The database answers nothing at all, so that another connection would not help. */
  isSilent: boolean;
  /** It gets no more work, and closes once its running work is done. */
  isGoing: boolean;
}

/** These queries are served by an index in its order; the planner must not sort or scan a whole table instead, nor keep it to join with. */
const SETTINGS = { enable_seqscan: 'off', enable_sort: 'off', enable_material: 'off', jit: 'off' };
const LONGEST_MS = 20_000;
/** By then the database itself has ended every statement. */
const LONGEST_ANSWER_MS = 25_000;
/** With more than this under way, another connection is better, even if it has to be opened or bound first. */
const CROWDED = 16;

/** Emits `connect` for each connection it opens, as a pool does. */
export class BoundReaders extends EventEmitter<{ connect: [pg.Client] }> {
  private readonly readers: Reader[] = [];
  private isClosed = false;

  constructor(
    private readonly addresses: DatabaseAddresses,
    private readonly most: number,
    private readonly pooling: Pooling,
    private readonly longestAnswerMs = LONGEST_ANSWER_MS,
  ) {
    super();
  }

  private get longestBindingMs(): number {
    return Math.min(LONGEST_BINDING_MS, this.longestAnswerMs);
  }

  /**
   * Reads the tenant's rows. Throws what the database throws; a connection with any failure is discarded. A connection that had answered
   * before and is gone now was probably closed while idle: reads change nothing, so the statement is sent once more on a new connection.
   */
  async read<Row>(tenantId: string, statement: ReadStatement, values: readonly unknown[]): Promise<Row[]> {
    const reader = this.pick(tenantId);
    if (reader.watch.isSilent) throw connectionGivenUp();
    const isOld = reader.hasAnswered;
    try {
      return await this.readOn<Row>(reader, tenantId, statement, values);
    } catch (error) {
      if (!isOld || reader.isSilent || this.isClosed || !isConnectionLost(error)) throw error;
      return this.readOn<Row>(this.open(), tenantId, statement, values);
    }
  }

  private async readOn<Row>(reader: Reader, tenantId: string, statement: ReadStatement, values: readonly unknown[]): Promise<Row[]> {
    const sent = { at: performance.now() };
    reader.underWay.add(sent);
    try {
      await reader.opened;
      // If the database has nothing else to do, the statement starts at once.
      if (reader.underWay.size > 1) gather(reader);
      const rows =
        this.pooling === 'session'
          ? await this.inSession<Row>(reader, tenantId, statement, values)
          : await this.inTransaction<Row>(reader, tenantId, statement, values);
      reader.hasAnswered = true;
      return rows;
    } catch (error) {
      reader.isGoing = true;
      if (reader.isSilent) throw connectionGivenUp();
      if (!isUnanswered(error)) throw error;
      // What forgot this connection has probably forgotten the idle ones too.
      for (const other of [...this.readers]) if (other.underWay.size === 0) this.discard(other);
      throw connectionGivenUp();
    } finally {
      reader.underWay.delete(sent);
      // Nothing may be open on it between two pieces of work.
      if (reader.underWay.size === 0 && (reader.isGoing || reader.client.getTransactionStatus() !== 'I')) this.discard(reader);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.readers.splice(0).map(({ client }) => client.end().catch(() => undefined)));
  }

  private async inSession<Row>(
    reader: Reader,
    tenantId: string,
    { name, text }: ReadStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    let binding: Promise<unknown> | null = null;
    if (reader.boundTo !== tenantId) {
      // Anything sent from here on is answered after the binding.
      reader.boundTo = tenantId;
      const text = bindingSql({ tenantId, lasts: 'session', isSingleLogin: this.addresses.isSingleLogin });
      // Behind other statements it waits for these.
      const limit = reader.underWay.size > 1 ? {} : { query_timeout: this.longestBindingMs };
      binding = reader.client.query({ text, ...limit });
    }
    const answer = reader.client.query({ ...(name === null ? {} : { name }), text, values: [...values] });
    if (binding !== null) {
      answer.catch(() => undefined);
      await binding;
    }
    return (await answer).rows as Row[];
  }

  private async inTransaction<Row>(
    { client }: Reader,
    tenantId: string,
    { text }: ReadStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const settings = { ...SETTINGS, statement_timeout: String(LONGEST_MS) };
    const { isSingleLogin } = this.addresses;
    const steps = [
      client.query(`begin read only; ${bindingSql({ tenantId, lasts: 'transaction', isSingleLogin, settings })}`),
      client.query(text, [...values]),
      client.query('commit'),
    ] as const;
    const [begun, answer, ended] = await Promise.allSettled(steps);
    for (const step of [begun, answer, ended]) if (step.status === 'rejected') throw step.reason;
    return (answer as PromiseFulfilledResult<pg.QueryResult>).value.rows as Row[];
  }

  /** A connection of this tenant that is not crowded, else an idle one, else a new one, else the least busy one. */
  private pick(tenantId: string): Reader {
    if (this.isClosed) throw new Error('The connections are closed.');
    const fit = this.readers.filter(({ isGoing }) => !isGoing);
    const least = (readers: readonly Reader[]): Reader | undefined =>
      readers.reduce<Reader | undefined>(
        (best, reader) => (best === undefined || reader.underWay.size < best.underWay.size ? reader : best),
        undefined,
      );
    const own = least(fit.filter(({ boundTo }) => boundTo === tenantId));
    if (own !== undefined && own.underWay.size < CROWDED) return own;
    const idle = fit.find(({ underWay }) => underWay.size === 0);
    return idle ?? (fit.length < this.most ? this.open() : (least(fit) ?? this.open()));
  }

  private open(): Reader {
    const options = Object.entries({ ...SETTINGS, default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' });
    const socket = new Socket();
    const client = new pg.Client({
      stream: () => socket,
      connectionString: this.addresses.app,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: this.longestAnswerMs,
      keepAlive: true,
      application_name: 'faultline reads',
      ...(this.pooling === 'session'
        ? { statement_timeout: LONGEST_MS, options: options.map(([name, value]) => `-c ${name}=${value}`).join(' ') }
        : {}),
    });
    const reader: Reader = {
      client,
      socket,
      isGathering: false,
      opened: client.connect(),
      boundTo: null,
      underWay: new Set(),
      watch: watchOf(client),
      hasAnswered: false,
      isSilent: false,
      isGoing: false,
    };
    // A connection that the server closes is replaced on the next use.
    client.on('error', () => this.discard(reader));
    reader.opened.catch(() => this.discard(reader));
    this.readers.push(reader);
    watch(reader);
    this.emit('connect', client);
    return reader;
  }

  private discard(reader: Reader): void {
    reader.isGoing = true;
    const index = this.readers.indexOf(reader);
    if (index === -1) return;
    this.readers.splice(index, 1);
    reader.client.end().catch(() => undefined);
  }
}

/** Has it given up when the database falls silent. */
function watch(reader: Reader): void {
  const {
    client,
    socket,
    watch: { connections },
  } = reader;
  const seen: Answering = {
    // An idle reader is closed together with a silent one of its own kind.
    isIdle: false,
    answeredAt: 0,
    get waitingSince() {
      for (const { at } of reader.underWay) return at;
      return null;
    },
    giveUp: () => {
      reader.isSilent = true;
      socket.destroy();
    },
  };
  connections.add(seen);
  client.once('end', () => connections.delete(seen));
}

/** Statements of requests that arrived together are sent together: a write to the socket costs more than building a statement. */
function gather(reader: Reader): void {
  if (reader.isGathering) return;
  reader.isGathering = true;
  reader.socket.cork();
  setImmediate(() => {
    reader.isGathering = false;
    reader.socket.uncork();
  });
}
