/** Runs once per run of the database suites: starts a server with one migrated database, which every test file copies. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '@/ops/postgres/migrate';
import { startTemporaryCluster } from '@/ops/postgres/temporaryDatabase';
import { bySingleLogin, type DatabaseAddresses } from '@/server/db/databaseAddresses';
import type { CitusCluster } from '@/lab/citus/cluster';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database to copy, with a URL for each login. Nobody changes it. */
    template: DatabaseAddresses & { owner: string };
    /** The Citus to run on; null for a plain PostgreSQL. */
    citus: CitusCluster | null;
    /** The server ends with the run, and everything on it. */
    isServerOurs: boolean;
    /** A login that may create and drop databases on the same server. */
    maintenanceUrl: string;
  }
}

interface TestServer {
  template: DatabaseAddresses & { owner: string };
  maintenanceUrl: string;
  isOurs: boolean;
  close(): Promise<void>;
}

async function onOwnCluster(): Promise<TestServer> {
  const cluster = await startTemporaryCluster();
  return { template: cluster.addresses, maintenanceUrl: cluster.superuserUrl, isOurs: true, close: () => cluster.stop() };
}

/**
 * Uses a separate database on an existing server; everything created here is dropped again. Its roles are shared with others, so none gets
 * a password here.
 */
async function onNamedServer(maintenanceUrl: string): Promise<TestServer> {
  const name = `faultline_test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  const template = new URL(maintenanceUrl);
  template.pathname = `/${name}`;
  const close = async (): Promise<void> => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  };
  return { template: { ...bySingleLogin(template.href), owner: template.href }, maintenanceUrl, isOurs: false, close };
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.TEST_DATABASE_URL;
  const server = named === undefined || named === '' ? await onOwnCluster() : await onNamedServer(named);
  const { owner: url, isSingleLogin } = server.template;
  try {
    await migrate({ url, isSingleLogin, log: () => undefined });
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('citus', null);
  project.provide('isServerOurs', server.isOurs);
  project.provide('template', server.template);
  project.provide('maintenanceUrl', server.maintenanceUrl);
  return () => server.close();
}
