/** The demo: a tenant with a real landscape and a history, an account to sign in with, and a key that is valid until the next start. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory, writeOwnFile } from '@/ops/process/dataDirectory';
import { ensureDemoHistory } from './demoHistory';
import { createApiKey, listApiKeys, revokeApiKey } from '@/server/auth/apiKeys';
import { createPerson, isPasswordOf, membershipsOf, resetPassword } from '@/server/auth/people';
import { createTenant, getTenant, markAsDemo } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import type { Actor } from '@/server/landscape/changeLandscape';
import { getEntity } from '@/server/landscape/entities';
import { applyManifest } from '@/server/manifest/applyManifest';
import { type TenantDb, tenantDb } from '@/server/db/tenantDb';

export interface Demo {
  tenantId: string;
  email: string;
  /** Null if the person has set another one. */
  password: string | null;
  key: string;
  /** The component that the example question is about. */
  exampleComponentId: string;
}

const EMAIL = 'demo@faultline.example';
const PERSON = 'Demo';
const KEY_NAME = 'Demo key of npm start';
const MANIFEST = join('src', 'test', 'landscapes', 'opentelemetry-demo.yaml');
const EXAMPLE = 'astronomy-db';

const STARTER: Actor = { type: 'system', id: 'start', name: 'Sample data' };

function passwordFile(): string {
  return join(dataDirectory(), 'demo.json');
}

/** The tenant of the demo account, created with it on the first start. If that start was interrupted, the next one completes it. */
async function ensureTenant(database: Database, password: string): Promise<{ tenant: TenantDb; userId: string; isNewPerson: boolean }> {
  const person = await database.system.user.findUnique({ where: { email: EMAIL }, select: { id: true } });
  const known = person === null ? [] : await membershipsOf(person.id);
  // Its incidents open immediately, so that people who play an outage see the effect.
  const settings = { name: 'Demo', plan: 'Enterprise', openAfterSeconds: 0, isDemo: true } as const;
  const tenantId = known[0]?.tenantId ?? (await createTenant(database, settings)).tenantId;
  await markAsDemo(database, tenantId);
  const { userId, isNew } = await createPerson(database, STARTER, { email: EMAIL, password, name: PERSON, tenantId, role: 'Owner' });
  return { tenant: tenantDb(database, tenantId), userId, isNewPerson: isNew };
}

async function ensureLandscape(tenant: TenantDb, say: (line: string) => void): Promise<void> {
  if ((await getTenant(tenant)).landscapeVersion > 0) return;
  say('loading the demo landscape …');
  const source = { text: readFileSync(MANIFEST, 'utf8'), contentType: 'application/yaml' };
  await applyManifest(tenant, { ...STARTER, canSeeRevenue: true }, { source, prune: false, impact: false });
}

/**
 * With the embedded database, the password stays the same and is stored beside it, until the person sets another one. On a shared database,
 * each start sets a new one.
 */
async function ensurePassword(database: Database, isKept: boolean, isNewPerson: boolean, fresh: string): Promise<string | null> {
  const file = passwordFile();
  if (isKept && !isNewPerson && existsSync(file)) {
    const { password } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Demo, 'password'>;
    return password !== null && (await isPasswordOf(database, EMAIL, password)) ? password : null;
  }
  if (!isNewPerson) await resetPassword(database, EMAIL, fresh);
  return fresh;
}

async function replaceKey(tenant: TenantDb): Promise<string> {
  for (let cursor: string | undefined, isDone = false; !isDone; isDone = cursor === undefined) {
    const page = await listApiKeys(tenant, { limit: 200, search: KEY_NAME, cursor });
    for (const { id, name, revokedAt } of page.items) if (name === KEY_NAME && revokedAt === null) await revokeApiKey(tenant, STARTER, id);
    cursor = page.nextCursor ?? undefined;
  }
  const { key } = await createApiKey(tenant, STARTER, { name: KEY_NAME, scopes: ['read', 'write', 'health'], canSeeRevenue: true });
  return key;
}

async function exampleComponent(tenant: TenantDb): Promise<string> {
  try {
    return (await getEntity(tenant, { canSeeRevenue: true }, 'component', EXAMPLE)).id;
  } catch {
    // Somebody deleted the component, but the line still shows where an id belongs.
    return 'ID-OF-A-COMPONENT';
  }
}

/** Creates whatever is missing from the demo, and a new key; the previous key stops working. */
export async function prepareDemo(database: Database, isDatabaseEmbedded: boolean, say: (line: string) => void): Promise<Demo> {
  const fresh = randomBytes(9).toString('base64url');
  const { tenant, userId, isNewPerson } = await ensureTenant(database, fresh);
  const password = await ensurePassword(database, isDatabaseEmbedded, isNewPerson, fresh);
  await ensureLandscape(tenant, say);
  const person = { type: 'person', id: userId, name: PERSON, scopes: [], role: 'Owner', canSeeRevenue: true } as const;
  await ensureDemoHistory(tenant, person, new Date());
  const demo = {
    tenantId: tenant.tenantId,
    email: EMAIL,
    password,
    key: await replaceKey(tenant),
    exampleComponentId: await exampleComponent(tenant),
  };
  if (isDatabaseEmbedded) writeOwnFile(passwordFile(), JSON.stringify(demo, null, 2));
  return demo;
}
