/**
 * Runs once before the suites of `npm run test:citus`: reads the given cluster, and distributes a database over it that test
 * files copy.
 */
import type { TestProject } from 'vitest/node';
import '@/test/databaseSetup';
import { createTemplate, dropAll, readCluster } from './cluster';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_CITUS_URL: url = '', TEST_CITUS_SECOND_URL: second = '' } = process.env;
  if (url === '')
    throw new Error(
      'These suites run by `npm run test:citus`, which says what it needs. Name the project of other runs, such as `--project db`.',
    );
  const cluster = await readCluster(url, second === '' ? null : second);
  try {
    await createTemplate(cluster);
  } catch (error) {
    await dropAll(cluster);
    throw error;
  }
  project.provide('citus', cluster);
  project.provide('isServerOurs', false);
  project.provide('maintenanceUrl', url);
  // Each node's part is copied by `createSpreadDatabase`.
  project.provide('template', { app: url, system: url, owner: url, isSingleLogin: false });
  return () => dropAll(cluster);
}
