/** What `npm run test:citus` runs, and what it refuses. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CITUS_SUITES } from '@/lab/citus/suites';
import { planCitusRun } from './testCitus';

const URLS = {
  TEST_CITUS_URL: 'postgresql://postgres:word@one:5432/postgres',
  TEST_CITUS_SECOND_URL: 'postgresql://postgres:word@two:5432/x',
};

describe('npm run test:citus', () => {
  it.each([
    ['nothing', {}, /^Set TEST_CITUS_URL to a database with the Citus extension/],
    ['an empty address', { TEST_CITUS_URL: '' }, /^Set TEST_CITUS_URL/],
    ['an address of something else', { TEST_CITUS_URL: 'https://one' }, /^TEST_CITUS_URL is no URL of a PostgreSQL\. Set/],
    ['a second address of something else', { ...URLS, TEST_CITUS_SECOND_URL: 'two' }, /^TEST_CITUS_SECOND_URL is no URL/],
    ['the same node twice', { ...URLS, TEST_CITUS_SECOND_URL: 'postgres://other@one:5432/other' }, /names the same node/],
  ])('refuses %s, and says what to set', (_, environment, message) => {
    expect(() => planCitusRun(environment, [])).toThrow(message);
  });

  it('runs all suites or the named ones, and says what it leaves out without a second node', () => {
    const all = planCitusRun(URLS, []);
    expect([all.words.slice(-2), all.notes]).toEqual([['--project', 'citus'], []]);
    const { words, notes } = planCitusRun({ TEST_CITUS_URL: URLS.TEST_CITUS_URL }, ['webhooks']);
    expect([words.at(-1), notes]).toEqual(['webhooks', [expect.stringContaining('Left out: the tests of two entry nodes')]]);
  });

  it('explains the statements of all database suites, or of the named ones, by one entry node', () => {
    const { words, notes } = planCitusRun({ TEST_CITUS_URL: URLS.TEST_CITUS_URL }, ['--explain', 'webhooks']);
    expect([words.slice(-3), notes]).toEqual([['--project', 'citus-explained', 'webhooks'], []]);
  });

  it.each(Object.entries(CITUS_SUITES))('has tests for: %s', (_, patterns) => {
    for (const pattern of patterns) {
      const [start = '', end = ''] = basename(pattern).split('*');
      const found = readdirSync(dirname(pattern)).filter((name) => name.startsWith(start) && name.endsWith(end));
      expect(found, pattern).not.toEqual([]);
    }
  });
});
