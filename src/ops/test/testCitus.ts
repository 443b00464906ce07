/** What `npm run test:citus` needs to know, and what it runs. */
import { join } from 'node:path';

export interface CitusRun {
  /** Arguments for Node. */
  words: string[];
  /** What is left out and why. */
  notes: string[];
}

const HOW =
  'Set TEST_CITUS_URL to a database with the Citus extension and its nodes, as a superuser: postgresql://postgres:…@coordinator:5432/postgres. ' +
  'The tests create databases of their own there, on every node, and drop them again. ' +
  'TEST_CITUS_SECOND_URL may name the same for another node that takes statements.';

/** Instead asks the Citus how it would carry out each statement that the database suites send to a plain PostgreSQL. */
const EXPLAIN = '--explain';

/**
 * `given` contains parts of paths, to run just the suites that match one of them, or `--explain`. Throws an Error that says what to set if TEST_CITUS_URL is
 * missing or not a URL.
 */
export function planCitusRun(environment: Readonly<Record<string, string | undefined>>, given: readonly string[]): CitusRun {
  const { TEST_CITUS_URL: url = '', TEST_CITUS_SECOND_URL: second = '' } = environment;
  if (url === '') throw new Error(HOW);
  for (const [name, value] of Object.entries({
    TEST_CITUS_URL: url,
    TEST_CITUS_SECOND_URL: second,
  }))
    if (value !== '' && !/^postgres(ql)?:\/\//.test(value)) throw new Error(`${name} is no URL of a PostgreSQL. ${HOW}`);
  if (second !== '' && new URL(second).host === new URL(url).host)
    throw new Error('TEST_CITUS_SECOND_URL names the same node as TEST_CITUS_URL; it is for another one.');
  const isExplained = given.includes(EXPLAIN);
  const only = given.filter((word) => word !== EXPLAIN);
  const words = [
    join('node_modules', 'vitest', 'vitest.mjs'),
    ...['run', '--config', join('src', 'test', 'vitest.config.ts'), '--project', isExplained ? 'citus-explained' : 'citus', ...only],
  ];
  const notes =
    second === '' && !isExplained
      ? ['Left out: the tests of two entry nodes, because TEST_CITUS_SECOND_URL is not set. All others use the coordinator.']
      : [];
  return { words, notes };
}
