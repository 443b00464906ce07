/** Two tenants with three identity providers that speak SCIM, as a provider would talk to them. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { ProviderRules } from '@/contract/singleSignOn';
import type { Principal } from '@/domain/access';
import { createPerson } from '@/server/auth/people';
import { answerProvisioning } from '@/server/auth/provisioning';
import { createProvisioningToken } from '@/server/auth/provisioningTokens';
import { setRules } from '@/server/auth/tenantSignOn';
import type { Database } from '@/server/db/database';
import { findMemberByEmail } from '@/server/memberNames';
import type { TenantDb } from '@/server/db/tenantDb';
import { SYSTEM } from './restTenants';
import { newTenant } from './tenants';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export async function send(
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(`http://localhost:3000/api/scim/v2${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = await answerProvisioning(request);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

export const FROM_SCIM: ProviderRules = {
  roles: [
    { group: 'editors', role: 'Editor' },
    { group: 'admins', role: 'Admin' },
  ],
  everybody: null,
  groupsFrom: 'scim',
};

/** Call it at the top of a test file: the providers are those of the whole process. */
export async function useProvisioning(database: Database) {
  const tenant = await newTenant(database);
  const other = await newTenant(database);
  const folder = mkdtempSync(join(tmpdir(), 'faultline-scim-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const oidc = { issuer: 'https://id.example', clientId: 'faultline', clientSecret: 'secret' };
  const providerOf = (id: string, { tenantId }: TenantDb, more: object = {}) => ({
    id,
    domains: [`${id}.example`],
    tenant: tenantId,
    oidc,
    ...more,
  });
  writeFileSync(
    join(folder, 'providers.json'),
    JSON.stringify([
      providerOf('acme', tenant, { roles: { editors: 'Editor', admins: 'Admin' } }),
      providerOf('initech', tenant, { everybody: 'Viewer' }),
      providerOf('globex', other, { everybody: 'Viewer' }),
    ]),
  );
  Object.assign(process.env, { SSO_PROVIDERS_FILE: join(folder, 'providers.json') });

  const tokenFor = async (of: TenantDb, providerId: string, expiresAt: string | null = null): Promise<{ id: string; token: string }> =>
    createProvisioningToken(of, SYSTEM, { providerId, expiresAt }, new Date());
  const [acme, initech, globex] = (await Promise.all(
    (
      [
        [tenant, 'acme'],
        [tenant, 'initech'],
        [other, 'globex'],
      ] as const
    ).map(async ([of, id]) => (await tokenFor(of, id)).token),
  )) as [string, string, string];
  const { userId } = await createPerson(database, SYSTEM, {
    email: 'owner@elsewhere.example',
    password: randomUUID(),
    tenantId: tenant.tenantId,
    role: 'Owner',
  });
  const owner: Principal = { type: 'person', id: userId, name: 'Owner', scopes: [], role: 'Owner', canSeeRevenue: true };

  const person = (provider = 'acme', more: object = {}) => {
    const userName = `${randomUUID()}@${provider}.example`;
    return { schemas: [USER], userName, externalId: randomUUID(), displayName: 'Ada Lovelace', active: true, ...more };
  };
  async function create(token: string, of: ReturnType<typeof person>): Promise<string> {
    const { status, body } = await send(token, 'POST', '/Users', of);
    expect({ status, body }).toMatchObject({ status: 201, body: { userName: of.userName, active: true } });
    return String(body.id);
  }
  async function createGroup(token: string, displayName: string, members: string[] = []): Promise<string> {
    const { status, body } = await send(token, 'POST', '/Groups', {
      schemas: [GROUP],
      displayName,
      members: members.map((value) => ({ value })),
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    return String(body.id);
  }
  const patch = (token: string, path: string, ...Operations: object[]) => send(token, 'PATCH', path, { schemas: [PATCH], Operations });

  const roleOf = async (email: string, of = tenant): Promise<string | null> =>
    (await write(of, (tx) => findMemberByEmail(tx, of.tenantId, email)))?.role ?? null;
  const accountOf = (email: string) => database.system.user.findUnique({ where: { email }, include: { sessions: true } });
  async function signedIn(email: string): Promise<void> {
    const { id: userId } = await database.system.user.findUniqueOrThrow({ where: { email } });
    const expiresAt = new Date(Date.now() + 3_600_000);
    await database.system.session.create({
      data: { id: randomUUID(), token: `sha256:${randomUUID()}`, userId, expiresAt, providerId: 'acme' },
    });
  }

  const decide = async (providerId: string, rules: ProviderRules): Promise<void> => {
    const version =
      (await read(tenant, (tx) => tx.providerSetting.findFirst({ where: { tenantId: tenant.tenantId, providerId } })))?.version ?? 0;
    await setRules(tenant, owner, { providerId, version, rules });
  };
  return { tenant, other, tokenFor, acme, initech, globex, owner, person, create, createGroup, patch, roleOf, accountOf, signedIn, decide };
}
