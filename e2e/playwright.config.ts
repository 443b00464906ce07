/** Journeys in a real browser against a really started server; which browser is found in support/chromium.ts. */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './support/chromium';

const { executablePath, args, env } = findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: '.results',
  globalSetup: './support/globalSetup.ts',
  // A guard against what hangs, no measure: on a machine that does much else, a look at a large page with all rules takes its time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '.results/report.json' }]],
  use: {
    baseURL: process.env.FAULTLINE_E2E_ADDRESS,
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', use: { browserName: 'chromium' } },
    // What no change breaks within minutes: `npm run test:long`.
    { name: 'long', testMatch: '*.e2e.ts', use: { browserName: 'chromium' } },
  ],
});
