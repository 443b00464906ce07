/**
 * The test projects: pure tests beside their rooms, components in a DOM, tests against a real PostgreSQL that one global set-up starts, and
 * long tests, which `npm test` leaves out.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { CITUS_SUITES, TWO_ENTRY_NODES } from '../lab/citus/suites';
import { randomFactor } from './randomRuns';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const alias = { '@generated': fromRoot('prisma/generated'), '@': fromRoot('src') };

/** With packages and tests of their own, which `src/integrations/backstage.long.db.test.ts` runs. */
const APART = 'src/integrations/backstage/**';
const LONG_TIMEOUT_MS = 900_000;
/** Many random cases take longer than the few of `npm test`. */
const isLong = randomFactor() > 1;

/** In an ordinary file, a case that hardly any change breaks: `npm test` leaves it out, `npm run test:long` runs it. */
const tags = [{ name: 'long', description: 'What hardly any change breaks: `npm run test:long`.', timeout: LONG_TIMEOUT_MS }];

const shared = { root: fromRoot('.'), environment: 'node' as const, globalSetup: [fromRoot('src/test/seedSetup.ts')], tags };

const database = {
  ...shared,
  globalSetup: [...shared.globalSetup, fromRoot('src/test/databaseSetup.ts')],
  // Loading the server costs more than most files do with it, so each worker loads it once; the set-up file gives every file a fresh process state.
  pool: 'forks' as const,
  isolate: false,
  setupFiles: [fromRoot('src/test/ownProcessState.ts')],
  // A guard against what hangs, no measure: on a busy machine the longest take minutes.
  testTimeout: isLong ? LONG_TIMEOUT_MS : 300_000,
  hookTimeout: 120_000,
  maxWorkers: 2,
  // Projects that share a number run at the same time, and must then share the number of workers too.
  sequence: { groupOrder: 1 },
};

/** A worker loads each module once for all its files, which costs less than half. A test that changes what others see, such as a global, puts it back. */
const together = { isolate: false, maxWorkers: 2, testTimeout: isLong ? LONG_TIMEOUT_MS : 60_000 };

export default defineConfig({
  root: fromRoot('.'),
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.db.test.ts', 'src/**/*.long.test.ts', APART],
          ...together,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'dom',
          environment: 'happy-dom',
          setupFiles: [fromRoot('src/test/dom/setup.ts')],
          include: ['src/**/*.test.tsx'],
          exclude: [APART],
          ...together,
        },
      },
      {
        resolve: { alias },
        test: {
          ...database,
          name: 'db',
          include: ['src/**/*.db.test.ts'],
          exclude: ['src/**/*.long.db.test.ts', APART],
        },
      },
      {
        resolve: { alias },
        test: {
          ...database,
          name: 'citus',
          include: Object.values(CITUS_SUITES).flat(),
          exclude: (process.env.TEST_CITUS_SECOND_URL ?? '') === '' ? [TWO_ENTRY_NODES] : [],
          globalSetup: [...shared.globalSetup, fromRoot('src/lab/citus/citusSetup.ts')],
          // Logins belong to the whole cluster, so two files cannot make theirs at the same time.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: LONG_TIMEOUT_MS,
          hookTimeout: LONG_TIMEOUT_MS,
        },
      },
      {
        resolve: { alias },
        test: {
          ...database,
          name: 'citus-explained',
          include: ['src/**/*.db.test.ts'],
          exclude: ['src/**/*.long.db.test.ts', APART],
          globalSetup: [...database.globalSetup, fromRoot('src/lab/citus/explainSetup.ts')],
          sequence: { groupOrder: 3 },
        },
      },
      {
        resolve: { alias },
        test: { ...shared, name: 'long', include: ['src/**/*.long.test.ts'], exclude: [APART], testTimeout: LONG_TIMEOUT_MS },
      },
      {
        resolve: { alias },
        test: {
          ...database,
          name: 'long-db',
          // The suite of the agents' door is in both projects. Only here do the conformance suite and the inspector speak the former protocol too.
          include: ['src/**/*.long.db.test.ts', 'src/doors/mcp/conformance.db.test.ts'],
          exclude: [APART],
          env: { FAULTLINE_JUDGES: 'whole' },
          testTimeout: LONG_TIMEOUT_MS,
          hookTimeout: LONG_TIMEOUT_MS,
        },
      },
    ],
  },
});
