/**
 * The connection of an open transaction, past the ORM: that copies every parameter and every row several times, which for thousands of rows
 * takes longer than the database does.
 */
import { randomUUID } from 'node:crypto';
import { requestOf, takeHandedOver } from './orderedClient';
import { processState } from '@/server/processState';
import type { Transaction } from './tenantDb';

/** Runs one statement and returns its rows. Throws what pg throws, and once the transaction has ended an Error without sending anything. */
export type RunOnConnection = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

/** Statements of both take turns, in the order in which they were started. */
export function openConnection(tx: Transaction): Promise<RunOnConnection> {
  const known = connections().get(tx);
  if (known !== undefined) return known;
  const opening = connectionOf(tx);
  connections().set(tx, opening);
  return opening;
}

function connections(): WeakMap<Transaction, Promise<RunOnConnection>> {
  return processState('openConnections', () => new WeakMap<Transaction, Promise<RunOnConnection>>());
}

async function connectionOf(tx: Transaction): Promise<RunOnConnection> {
  const key = randomUUID();
  await tx.$executeRawUnsafe(requestOf(key));
  const client = takeHandedOver(key);
  const { ended } = client;
  return async <Row>(sql: string, parameters: readonly unknown[]) => {
    // A transaction that took too long is rolled back while its work still goes on, and its connection is given to somebody else.
    if (client.ended !== ended) throw new Error('The transaction has ended.');
    return (await client.query({ text: sql, values: [...parameters] })).rows as Row[];
  };
}
