/** What follows from what a provider sends by SCIM: accounts, memberships, and the end of sessions. Owners keep their membership. */
import { randomUUID } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { ROLES, type Role } from '@/domain/vocabulary';
import { database } from '@/server/db/database';
import { sqlState } from '@/server/db/databaseErrors';
import { tenantDb } from '@/server/db/tenantDb';
import { connectionOf } from './provisionedPeople';
import { roleBy, rulesOf } from './providerRules';
import { BY_SCIM, joinTenant, leaveTenant } from './ssoMembers';
import { providerFor, ssoProviders, type SsoProvider } from './ssoProviders';
import { read } from '@/server/db/read';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** A refusal as RFC 7644 writes it (3.12), to be tried again after some seconds. */
export function scimRefusal(status: number, detail: string, retryAfterSeconds: number): Response {
  const headers = { 'content-type': 'application/scim+json', 'retry-after': String(retryAfterSeconds) };
  return new Response(JSON.stringify({ schemas: [ERROR_SCHEMA], status: String(status), detail }), { status, headers });
}

function refuse(status: 'BAD_REQUEST' | 'CONFLICT', scimType: string, detail: string): APIError {
  return new APIError(status, { schemas: [ERROR_SCHEMA], status: status === 'CONFLICT' ? '409' : '400', scimType, detail });
}

function providerOf(connectionId: string): SsoProvider | undefined {
  return ssoProviders().find((provider) => connectionOf(provider) === connectionId);
}

/**
 * The account of an address, made if there is none. Throws an APIError for an address of a domain that is not the provider's, and for an
 * account whose address nobody has verified: whoever made that one must not get into the tenant by it.
 */
export async function accountFor(connectionId: string, email: string, name: string): Promise<string> {
  const provider = providerOf(connectionId);
  if (provider === undefined || providerFor(email) !== provider)
    throw refuse('BAD_REQUEST', 'invalidValue', `${email} is not in one of this provider's domains.`);
  const { system } = database();
  const found = await system.user.findUnique({ where: { email }, select: { id: true, emailVerified: true } });
  if (found?.emailVerified === false)
    throw refuse(
      'CONFLICT',
      'uniqueness',
      `The account of ${email} was created through an invitation and uses a password. Its address was never verified, so a provider cannot take it over.`,
    );
  if (found !== null) return found.id;
  try {
    const id = randomUUID();
    await system.user.create({ data: { id, email, name: name.slice(0, 200), emailVerified: true } });
    return id;
  } catch (error) {
    if (sqlState(error) !== '23505' && sqlState(error) !== 'P2002') throw error;
    return accountFor(connectionId, email, name);
  }
}

/** The role that a group gives where roles come from SCIM, as a list. Groups are known by name or by the provider's own id. */
export async function rolesOfGroup(
  connectionId: string,
  { displayName, externalId }: { displayName: string; externalId?: string },
): Promise<Role[]> {
  const provider = providerOf(connectionId);
  if (provider === undefined) return [];
  const { rules } = await rulesOf(provider);
  if (rules.groupsFrom !== 'scim') return [];
  const role = roleBy({ ...rules, everybody: null }, [displayName, ...(externalId === undefined ? [] : [externalId])]);
  return role === null ? [] : [role];
}

interface ProvidedState {
  /** The tenant. */
  provisioningDomainId: string;
  userId: string;
  active: boolean;
  sources: readonly { connectionId: string; active: boolean }[];
  grants: readonly { role: string }[];
}

/** In the transaction of the plugin, which holds one of the few connections for such statements: nothing here may need a second one. */
interface Statements {
  findOne<Row>(question: { model: string; where: { field: string; value: string }[] }): Promise<Row | null>;
  deleteMany(question: { model: string; where: { field: string; value: string }[] }): Promise<number>;
}

/** Makes a person a member, changes their role, or ends membership and sessions. Safe to repeat. */
export async function followProvider(
  { provisioningDomainId: tenantId, userId, active, sources, grants }: ProvidedState,
  { database: statements }: { database: Statements },
): Promise<void> {
  const user = await statements.findOne<{ id: string; email: string }>({ model: 'user', where: [{ field: 'id', value: userId }] });
  if (user === null) return;
  if (!active) {
    await leaveTenant(tenantId, user.email, BY_SCIM);
    // The library does so too, but not for somebody whom another provider, or this one in another tenant, still calls active.
    await statements.deleteMany({ model: 'session', where: [{ field: 'userId', value: userId }] });
    return;
  }
  const providers = sources.filter((source) => source.active).flatMap(({ connectionId }) => providerOf(connectionId) ?? []);
  if (providers.length === 0) return;
  const rules = await Promise.all(providers.map(async (provider) => (await rulesOf(provider)).rules));
  const given = [...grants.map(({ role }) => role), ...rules.map(({ everybody }) => everybody)];
  const role = ROLES.findLast((candidate) => given.includes(candidate)) ?? null;
  if (rules.every(({ groupsFrom }) => groupsFrom === 'scim')) {
    await (role === null ? leaveTenant(tenantId, user.email, BY_SCIM) : joinTenant(tenantId, user, role, BY_SCIM));
    return;
  }
  // Their groups are known at sign-in alone, so what they have stays until then.
  if (role !== null && !(await isMember(tenantId, userId))) await joinTenant(tenantId, user, role, BY_SCIM);
}

async function isMember(tenantId: string, userId: string): Promise<boolean> {
  const held = await read(tenantDb(database(), tenantId), (tx) =>
    tx.membership.findUnique({ where: { tenantId_userId: { tenantId, userId } } }),
  );
  return held !== null;
}
