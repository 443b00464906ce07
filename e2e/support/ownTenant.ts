/** A tenant of one's own on the server under test, for journeys that need another landscape, plan or role than the demo has. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { admin } from './admin';
import { signedInAs } from './signedInAs';

/** Incidents open at once: the delay has tests of its own. */
const AT_ONCE = ['--open-after-seconds', '0', '--recovery-grace-seconds', '0'];

export interface OwnTenant {
  tenantId: string;
  email: string;
  password: string;
  /** Reads, writes, reports and sees revenue; absent where the plan has no keys. */
  key: string | null;
}

export async function createOwnTenant(
  dataDirectory: string,
  { name, plan, role = 'Owner' }: { name: string; plan: string; role?: string },
): Promise<OwnTenant> {
  const { tenantId = '' } = await admin(dataDirectory, ['tenant', 'create', '--name', name, '--plan', plan, ...AT_ONCE]);
  const email = `${randomUUID()}@faultline.example`;
  const password = randomUUID();
  await admin(dataDirectory, ['user', 'create', '--email', email, '--password', password, '--tenant', tenantId, '--role', role]);
  const hasKeys = plan === 'Business' || plan === 'Enterprise';
  const { key = null } = hasKeys
    ? await admin(dataDirectory, [
        'key',
        'create',
        '--tenant',
        tenantId,
        '--name',
        'journeys',
        '--scopes',
        'read,write,health',
        '--can-see-revenue',
      ])
    : {};
  return { tenantId, email, password, key };
}

/** Asks the API by the tenant's own key. Throws with the server's own words when it refuses. */
export async function call(
  address: string,
  { tenantId, key }: OwnTenant,
  method: string,
  path: string,
  body?: object,
): Promise<{ id: string }> {
  const answer = await fetch(`${address}/api/${tenantId}${path}`, {
    method,
    headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { id: string };
}

/** Throws with the server's own words when it refuses. */
export async function applyManifest(address: string, { tenantId, key }: OwnTenant, manifest: object): Promise<void> {
  const answer = await fetch(`${address}/api/${tenantId}/manifest/apply`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify(manifest),
  });
  if (!answer.ok) throw new Error(`The manifest was refused: ${await answer.text()}`);
}

/** A page of its own, signed in to the tenant. Closing its context is the caller's. */
export async function openPageOf(browser: Browser, baseURL: string, tenant: OwnTenant): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, storageState: await signedInAs(tenant) });
  return context.newPage();
}
