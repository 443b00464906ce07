/**
 * Runs once around `npm run test:citus -- --explain`: distributes an empty database over the given cluster, and afterwards says which
 * statements of the database suites it would refuse, or send to more than one shard.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import '@/test/databaseSetup';
import { createSpreadDatabase, createTemplate, dropAll, readCluster } from './cluster';
import type { Explained, Explaining } from './explain';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The distributed database that is asked about each statement. Only `npm run test:citus -- --explain` has one. */
    explaining: Explaining;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_CITUS_URL: url = '' } = process.env;
  if (url === '')
    throw new Error('These suites run by `npm run test:citus -- --explain`. Name the project of other runs, such as `--project db`.');
  const cluster = await readCluster(url, null);
  const directory = mkdtempSync(join(tmpdir(), 'faultline-explained-'));
  const file = join(directory, 'statements.jsonl');
  const end = async (): Promise<void> => {
    rmSync(directory, { recursive: true, force: true });
    await dropAll(cluster);
  };
  try {
    await createTemplate(cluster);
    const { addresses } = await createSpreadDatabase(cluster);
    project.provide('explaining', { addresses, file });
  } catch (error) {
    await end();
    throw error;
  }
  return async () => {
    const report = reportOn(readLines(file));
    await end();
    for (const line of report.lines) console.log(line);
    if (report.faults > 0) process.exitCode = 1;
  };
}

function readLines(file: string): Explained[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Explained);
  } catch {
    return [];
  }
}

const inOneLine = (sql: string): string => sql.replace(/\s+/g, ' ').trim();

/** What to print, and how many statements are at fault. No statement at all is a fault too. */
export function reportOn(all: readonly Explained[]): { lines: string[]; faults: number } {
  const refused = all.filter(({ refusal }) => refusal !== null);
  const spread = all.filter(({ refusal, shards }) => refusal === null && shards > 1);
  const unknown = spread.filter(({ isAcrossTenants }) => !isAcrossTenants);
  const many = (statements: readonly Explained[]): number => new Set(statements.map(({ user, sql }) => `${user} ${inOneLine(sql)}`)).size;
  const lines = [
    ...refused.map(({ sql, refusal }) => `Refused: ${String(refusal)}\n  ${inOneLine(sql)}`),
    ...unknown.map(({ sql, shards }) => `Asks ${shards} shards:\n  ${inOneLine(sql)}`),
  ];
  return {
    lines: [
      ...new Set(lines),
      `${many(all)} statements: ${many(refused)} refused, ${many(unknown)} ask more than one shard without being known for it, ${many(spread) - many(unknown)} are known to.`,
    ],
    faults: all.length === 0 ? 1 : refused.length + unknown.length,
  };
}
