/** The demo tenant of the server under test, for journeys: to sign in, to call the API, to build URLs. */
import type { DemoFacts } from './server';

export function demo(): DemoFacts {
  const facts = process.env.FAULTLINE_E2E_DEMO;
  if (facts === undefined)
    throw new Error(
      'The server under test has not been started: run the journeys by `npx playwright test --config e2e/playwright.config.ts`.',
    );
  return JSON.parse(facts) as DemoFacts;
}
