/** Tests against a real Faultline, which the environment names (see test/faultline.ts), and a real Backstage backend. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx', 'plugins/*/src/**/*.test.ts'],
    // Backstage's test support expects `afterAll` and `jest` as globals.
    globals: true,
    setupFiles: ['test/setup.ts'],
    // A guard against what hangs, no measure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // Frontend packages are ES modules that do not say so, which Node alone does not load.
    server: { deps: { inline: [/@backstage\//, /@material-ui\//, /@faultline\//, /react-use/, /@mui\//, /material-ui-popup-state/] } },
  },
});
