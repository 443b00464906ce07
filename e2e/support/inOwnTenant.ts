/** Journeys that begin signed in to an empty tenant of their own: what is done there disturbs no other journey. */
import { randomUUID } from 'node:crypto';
import { test as base } from './browsing';
import { createOwnTenant, type OwnTenant } from './ownTenant';
import { signedInAs } from './signedInAs';

/** Called once by each file of journeys: the tests of one file share a tenant, and no two files do. */
export function testInOwnTenant() {
  return base.extend<object, { ownTenant: OwnTenant }>({
    ownTenant: [
      async ({}, use) =>
        use(await createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name: `Journey ${randomUUID().slice(0, 8)}`, plan: 'Business' })),
      { scope: 'worker' },
    ],
    signedInState: [async ({ ownTenant }, use) => use(await signedInAs(ownTenant)), { scope: 'worker' }],
  });
}
