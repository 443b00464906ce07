/** The database of one test file: a fresh copy of the migrated schema, opened as the service opens it and dropped when the file is done. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '@/server/db';

export interface TestDatabase {
  readonly database: Database;
  /** Address of the copy, for tests that open connections of their own. */
  readonly url: string;
}

async function maintain(sql: string): Promise<void> {
  const client = new Client({ connectionString: inject('maintenanceUrl') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const NOT_ALLOWED = '42501';
const IN_USE = '55006';
/** Each of the attempts without force waits for five seconds by itself. */
const ATTEMPTS = 6;

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** With force, connections that are still open are ended; an autovacuum worker belongs to the system and may not be, but gives way where nobody forces. Where both are there, each has to have its turn. */
async function dropDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await maintain(`drop database if exists ${name} with (force)`);
    } catch (error) {
      if (codeOf(error) !== NOT_ALLOWED) throw error;
    }
    try {
      return await maintain(`drop database if exists ${name}`);
    } catch (error) {
      if (codeOf(error) !== IN_USE || attempt === ATTEMPTS) throw error;
    }
  }
}

/** An empty, migrated database for one piece of a test; the caller drops it. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `faultline_test_${randomBytes(8).toString('hex')}`;
  const url = new URL(inject('templateUrl'));
  await maintain(`create database ${name} template ${url.pathname.slice(1)}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropDatabase(name) };
}

/** Call at the top of a test file: `const { database } = await useTestDatabase();`. It is also what `database()` of server/db.ts answers in this file. */
export async function useTestDatabase(poolSize = 8): Promise<TestDatabase> {
  const { url, drop } = await createTestDatabase();
  process.env.DATABASE_URL = url;
  const database = openDatabase(url, poolSize);
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { database, url };
}
