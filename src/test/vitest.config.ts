/** Two suites: pure tests beside their rooms, and tests against a real PostgreSQL that one global set-up starts. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const alias = { '@generated': fromRoot('prisma/generated'), '@': fromRoot('src') };

export default defineConfig({
  root: fromRoot('.'),
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          root: fromRoot('.'),
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.db.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          root: fromRoot('.'),
          include: ['src/**/*.db.test.ts'],
          environment: 'node',
          globalSetup: [fromRoot('src/test/databaseSetup.ts')],
          // A guard against what hangs, no measure: on a busy machine the longest take half a minute.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
