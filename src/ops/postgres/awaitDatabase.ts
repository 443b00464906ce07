/** Waits at the start until the database answers: a machine may start Faultline before its database, or restart it meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseNotReady } from './databaseRoles';
import type { InstallationAddresses } from './installationAddresses';

export interface Waiting {
  say: (line: string) => void;
  /** Whether the start was called off. */
  isLeaving: () => boolean;
  /** How long to wait in all, and at first between two attempts, in milliseconds. */
  patience?: { total: number; pause: number };
}

const PATIENCE = { total: 300_000, pause: 1_000 };
const LONGEST_PAUSE_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** SQL states of a server that starts or stops, or has no connection left. */
const PASSING = /^(57P0[123]|53300|08\d{3})$/;
/** SQL states of every other refusal of a connection: a wrong login, password or name of the database. */
const SQL_STATE = /^[0-9A-Z]{5}$/;

interface Refusal {
  reason: string;
  isPassing: boolean;
}

/** The name of the database behind `url`, or why no connection to it was made. */
async function look(url: string): Promise<string | Refusal> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_database()::text as name');
    return rows[0]?.name ?? '';
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    // Several addresses behind one name: Node gives the reasons apart and no message.
    const [first] = (error as AggregateError).errors ?? [];
    const reason = message === '' ? ((first as Error | undefined)?.message ?? code) : message;
    return { reason, isPassing: !SQL_STATE.test(code) || PASSING.test(code) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns once every login of the installation can connect. Throws DatabaseNotReady with the name of the variable and the reason: at once
 * if waiting would not help or the variables name different databases, otherwise after five minutes.
 */
export async function awaitDatabase({ app, system, owner, isSingleLogin }: InstallationAddresses, waiting: Waiting): Promise<void> {
  const named = isSingleLogin
    ? { DATABASE_URL: app }
    : { DATABASE_URL: app, DATABASE_SYSTEM_URL: system, ...(owner === null ? {} : { DATABASE_OWNER_URL: owner }) };
  const found: [variable: string, database: string][] = [];
  for (const [variable, url] of Object.entries(named)) {
    const database = await awaitOne(variable, url, waiting);
    if (database === null) return;
    found.push([variable, database]);
  }
  if (new Set(found.map(([, database]) => database)).size > 1)
    throw new DatabaseNotReady(
      `These have to name the same database: ${found.map(([variable, database]) => `${variable} names ${database}`).join(', ')}.`,
    );
}

/** The name of the database; null if the start was called off. */
async function awaitOne(variable: string, url: string, { say, isLeaving, patience = PATIENCE }: Waiting): Promise<string | null> {
  const deadline = Date.now() + patience.total;
  const { host } = new URL(url);
  let said = '';
  for (let pause = patience.pause; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const seen = await look(url);
    if (isLeaving()) return null;
    if (typeof seen === 'string') return seen;
    const { reason, isPassing } = seen;
    if (!isPassing) throw new DatabaseNotReady(`The database at ${host} refuses the connection of ${variable}: ${reason}.`);
    const words = `The database of ${variable} at ${host} does not answer: ${reason}.`;
    if (Date.now() + pause > deadline) throw new DatabaseNotReady(`${words} Start it, or correct ${variable}, and start again.`);
    if (words !== said) say(`${words} Trying again for up to ${Math.ceil(patience.total / 60_000)} min …`);
    said = words;
    await delay(pause);
  }
}
