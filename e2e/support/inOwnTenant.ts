/** Journeys that start signed in to a separate, empty tenant, so they do not disturb each other. */
import { randomUUID } from 'node:crypto';
import { test as base } from './browsing';
import { createOwnTenant, type OwnTenant } from './ownTenant';
import { signedInAs } from './signedInAs';

/** By journey file. A worker keeps them, so that all files can share its browser. */
const tenants = new Map<string, Promise<OwnTenant>>();

function tenantOf(file: string): Promise<OwnTenant> {
  const known = tenants.get(file);
  if (known !== undefined) return known;
  const name = `Journey ${randomUUID().slice(0, 8)}`;
  const created = createOwnTenant(process.env.FAULTLINE_E2E_DATA ?? '', { name, plan: 'Business' });
  tenants.set(file, created);
  return created;
}

/** The tests of one file share a tenant, and no two files do. */
export const testInOwnTenant = base.extend<{ ownTenant: OwnTenant }>({
  ownTenant: async ({}, use, { file }) => use(await tenantOf(file)),
  storageState: async ({ ownTenant }, use) => use(await signedInAs(ownTenant)),
});
