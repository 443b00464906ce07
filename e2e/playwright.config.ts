/** Journeys in a real browser against a really started server; which browser is found in support/chromium.ts. */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './support/chromium';

const { executablePath, args, env } = findBrowser();

const LONG = /@long\b/;

export default defineConfig({
  testDir: '.',
  outputDir: '.results',
  globalSetup: './support/globalSetup.ts',
  // A guard against what hangs, no measure: on a machine that does much else, a look at a large page with all rules takes its time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One more than the two cores that are meant: some journeys wait for a clock, such as the one of a wall that hears nothing.
  workers: 3,
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
    // What fades and slides says nothing more than what is there in the end; it would be waited for each time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', grepInvert: LONG, use: { browserName: 'chromium' } },
    // What no change breaks within minutes: `npm run test:long`. A file of its own, or a journey that is tagged.
    { name: 'long', testMatch: '*.e2e.ts', use: { browserName: 'chromium' } },
    { name: 'long-journeys', testMatch: '*.spec.ts', grep: LONG, use: { browserName: 'chromium' } },
  ],
});
