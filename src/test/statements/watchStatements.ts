/**
 * Checks every statement that the service sends in the database suites against the rules of a distributed database, when it is first seen,
 * and fails the test that sent it. Statements that tests send themselves, to prepare or to look, are not checked.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, afterEach, inject } from 'vitest';
import { PrismaClient } from '@generated/client';
import { Explainer, type Explaining } from '@/lab/citus/explain';
import { EXCEPTIONS } from './statementExceptions';
import { problemsOf } from './statementRules';

/** The names by which the service's connections identify themselves. */
const OF_THE_SERVICE = ['faultline', 'faultline reads'];
/** The layers between a caller and the connection. */
const BETWEEN = /\/src\/(server\/(db\/[A-Za-z]+|perKeyLimit|sharedChecks|deadline)\.ts|test\/statements\/)/;
const OF_TESTS = /\/src\/test\/|\.test\.tsx?:|\/src\/lab\/bench\//;

/** Whether a test began the transaction under way. */
const begunByTest = new AsyncLocalStorage<boolean>();

function isCalledByTest(): boolean {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const frames = (new Error().stack ?? '').split('\n').filter((line) => line.includes('/src/') && !BETWEEN.test(line));
  Error.stackTraceLimit = usual;
  return frames[0] !== undefined && OF_TESTS.test(frames[0]);
}

/** Statements that differ only in their values, or in how many there are, count as one. */
function alike(sql: string): string {
  return sql
    .replace(/'[^']*'/g, "''")
    .replace(/\$\d+(\s*,\s*\$\d+)+/g, '$1')
    .replace(/\d+/g, '0');
}

interface Watched {
  problemsBy: Map<string, string[]>;
  found: string[];
  /** Also asks a real Citus about each; null without one. */
  explainer: Explainer | null;
}

const watched: Watched = ((globalThis as { watchedStatements?: Watched }).watchedStatements ??= watch());

function look(client: pg.Client, sql: string, values: readonly unknown[]): void {
  const { application_name: name, user } = (client as unknown as { connectionParameters: { application_name: string; user: string } })
    .connectionParameters;
  if (!OF_THE_SERVICE.includes(name)) return;
  const key = `${user} ${alike(sql)}`;
  let problems = watched.problemsBy.get(key);
  if (problems === undefined) {
    if (begunByTest.getStore() === true || isCalledByTest()) return;
    const all = problemsOf(sql, values);
    problems = all.filter((problem) => !EXCEPTIONS.some((exception) => exception.allows({ sql, problem, user })));
    watched.problemsBy.set(key, problems);
    watched.explainer?.add({ sql, values, user, isAcrossTenants: problems.length < all.length });
  }
  for (const problem of problems) watched.found.push(`${problem}, in: ${sql.replace(/\s+/g, ' ').trim().slice(0, 600)}`);
}

function watch(): Watched {
  const query = pg.Client.prototype.query as unknown as (this: pg.Client, ...args: unknown[]) => unknown;
  const looking = function (this: pg.Client, ...args: unknown[]): unknown {
    const [statement, second] = args as [string | { text?: string; values?: unknown[] } | null, unknown];
    const sql = typeof statement === 'string' ? statement : statement?.text;
    const values = typeof statement === 'string' ? second : statement?.values;
    if (typeof sql === 'string') look(this, sql, Array.isArray(values) ? values : []);
    return query.apply(this, args);
  };
  Object.assign(pg.Client.prototype, { query: looking });
  const prototype = PrismaClient.prototype as unknown as {
    $transaction: (...args: unknown[]) => unknown;
  };
  const transaction = prototype.$transaction;
  prototype.$transaction = function (...args: unknown[]): unknown {
    return begunByTest.run(isCalledByTest(), () => transaction.apply(this, args));
  };
  // Only one project provides it.
  const explaining = inject('explaining') as Explaining | undefined;
  return {
    problemsBy: new Map(),
    found: [],
    explainer: explaining === undefined ? null : new Explainer(explaining),
  };
}

function tell(): void {
  const found = watched.found.splice(0);
  if (found.length > 0)
    throw new Error(`A distributed database would not take this (src/test/statements):\n${[...new Set(found)].join('\n')}`);
}

/** For the set-up of each test file: this module is loaded only once for all files of a worker, but hooks belong to one file. */
export function failOnFoundStatements(): void {
  afterEach(tell);
  afterAll(tell);
  afterAll(() => watched.explainer?.done());
}
