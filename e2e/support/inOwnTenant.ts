/** Journeys that begin signed in to an empty tenant of their own: what is done there disturbs no other journey. */
import { randomUUID } from 'node:crypto';
import { test as base } from './browsing';
import { createOwnTenant, type OwnTenant } from './ownTenant';

export const test = base.extend<object, { ownTenant: OwnTenant }>({
  ownTenant: [
    async ({}, use) => use(await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: `Journey ${randomUUID().slice(0, 8)}`, plan: 'Business' })),
    { scope: 'worker' },
  ],
  signedInState: [
    async ({ playwright, ownTenant: { email, password } }, use) => {
      const baseURL = process.env.FAULTLINE_E2E_ADDRESS ?? '';
      const context = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: baseURL } });
      const answer = await context.post('/api/auth/sign-in/email', { data: { email, password } });
      if (!answer.ok()) throw new Error(`Signing in to the journey's tenant was answered ${answer.status()}.`);
      await use(await context.storageState());
      await context.dispose();
    },
    { scope: 'worker' },
  ],
});
