/** Runs once before the suites of `npm run test:citus`: reads the named cluster, so that each test file can spread a database of its own over it. */
import type { TestProject } from 'vitest/node';
import '../databaseSetup';
import { readCluster } from './cluster';

export default async function setUp(project: TestProject): Promise<void> {
  const { TEST_CITUS_URL: url = '', TEST_CITUS_SECOND_URL: second = '' } = process.env;
  if (url === '')
    throw new Error(
      'These suites run by `npm run test:citus`, which says what it needs. Name the project of other runs, such as `--project db`.',
    );
  const cluster = await readCluster(url, second === '' ? null : second);
  project.provide('citus', cluster);
  project.provide('maintenanceUrl', url);
  // Nothing is copied: a database whose tables are spread cannot be a template.
  project.provide('template', { app: url, system: url, owner: url, isSingleLogin: false });
}
