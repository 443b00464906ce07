/** Journeys in a real browser against a real server. support/chromium.ts finds the browser. */
import { defineConfig } from '@playwright/test';
import { findBrowser } from './support/chromium';

const { executablePath, args, env } = findBrowser();

const LONG = /@long\b/;

export default defineConfig({
  testDir: '.',
  outputDir: '.results',
  globalSetup: './support/globalSetup.ts',
  // Only a guard against tests that hang: on a busy machine, checking a large page with all rules takes time.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One more than the two cores that the suite is meant for, because some journeys wait for a clock.
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
    // Animations show nothing beyond their end state, and every test would have to wait for them.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', grepInvert: LONG, use: { browserName: 'chromium' } },
    // What hardly any change breaks: `npm run test:long`. Either a separate file, or a journey with the tag.
    { name: 'long', testMatch: '*.e2e.ts', use: { browserName: 'chromium' } },
    { name: 'long-journeys', testMatch: '*.spec.ts', grep: LONG, use: { browserName: 'chromium' } },
  ],
});
