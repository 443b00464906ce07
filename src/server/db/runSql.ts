/** Runs one statement on the caller's connection, inside its transaction. */
import type pg from 'pg';
import { openConnection } from './openConnection';
import type { Transaction } from './tenantDb';

export type RunSql = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

export function runOn(client: pg.ClientBase): RunSql {
  return async <Row>(sql: string, parameters: readonly unknown[]) => (await client.query(sql, [...parameters])).rows as Row[];
}

/** On the connection of an open transaction. */
export function runWithin(tx: Transaction): RunSql {
  return async <Row>(sql: string, parameters: readonly unknown[]) => (await openConnection(tx))<Row>(sql, parameters);
}
