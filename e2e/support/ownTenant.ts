/** A separate tenant on the server under test, for journeys that need a landscape, plan or role that the demo does not have. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { admin } from './admin';
import { signedInAs } from './signedInAs';

/** Incidents open at once, because the delay is tested elsewhere. */
const AT_ONCE = ['--open-after-seconds', '0', '--recovery-grace-seconds', '0'];

export interface OwnTenant {
  tenantId: string;
  email: string;
  password: string;
  /** A key that may read, write, report and see revenue; absent if the plan has no keys. */
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

/** Calls the API with the tenant's key. Throws the server's message if it refuses. */
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

/** Throws the server's message if it refuses. */
export async function applyManifest(address: string, { tenantId, key }: OwnTenant, manifest: object): Promise<void> {
  const answer = await fetch(`${address}/api/${tenantId}/manifest/apply`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify(manifest),
  });
  if (!answer.ok) throw new Error(`The manifest was refused: ${await answer.text()}`);
}

/** A new page, signed in to the tenant. The caller closes its context. */
export async function openPageOf(browser: Browser, baseURL: string, tenant: OwnTenant): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, storageState: await signedInAs(tenant) });
  return context.newPage();
}
