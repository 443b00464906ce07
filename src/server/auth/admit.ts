/** The guard of every door: authentication → tenant → plan → scope or role → limit. What passes carries the caller and their tenant. */
import {
  PERSON_REQUESTS_PER_MINUTE,
  PLAN_LIMITS,
  isRoleAtLeast,
  limitsOf,
  type Access,
  type Principal,
  type RaisedLimits,
} from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import { database } from '@/server/db/database';
import { takeToken, type LimitVerdict } from '@/server/limits/requestLimit';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import { findKey, type KnownCaller } from './findKey';
import { findMember } from './people';
import { findSession, type LiveSession } from './signIn';
import { isGuid } from '@/contract/values/guid';

/** What a door knows about a request before authentication. */
export interface Credentials {
  tenantId: string;
  /** The Authorization header; for doors that take keys. */
  authorization: string | null;
  /** Where the request came from, as far as known: unknown keys are counted by it. */
  address?: string | null;
  /** The headers with the session's cookies; for the browser's door. */
  session: Headers | null;
  now: Date;
}

export interface Admitted {
  tenant: TenantDb;
  plan: Plan;
  raised: RaisedLimits;
  principal: Principal;
  /** As of a few seconds ago at the most; each transaction for a change asks again. */
  isFrozen: boolean;
  limit: LimitVerdict | null;
  /** For answers that go on for hours: `findRefused` checks again with these two. A key has no session. */
  access: Access;
  sessionId: string | null;
}

type Identified = KnownCaller & Pick<Admitted, 'sessionId'>;

/**
 * Throws `rate_limited` for an address that sent many unknown keys, then `unauthenticated`, `tenant_mismatch`, `plan_required`,
 * `scope_missing`, `role_missing` or `rate_limited`, in this order.
 */
export async function admit(credentials: Credentials, access: Access): Promise<Admitted> {
  const caller = await identify(credentials, access);
  const { principal, plan, raised, tenantId, isFrozen, sessionId } = caller;
  const tenant = tenantDb(database(), tenantId);
  const limit = access.limit === 'signals' ? null : await takeRequest(tenant, caller);
  return { tenant, plan, raised, principal, isFrozen, limit, access, sessionId };
}

/** The guard of what people do outside any tenant. Throws `unauthenticated`. */
export async function admitPerson(session: Headers | null): Promise<LiveSession> {
  const person = session === null ? null : await findSession(session);
  if (person === null) throw new AppError('unauthenticated', 'You are not signed in, or your session has ended. Sign in, then try again.');
  return person;
}

/** The whole guard except the limit. */
async function identify(credentials: Credentials, access: Access): Promise<Identified> {
  const caller = await authenticate(credentials);
  assertAllowed(caller, access);
  return caller;
}

/** The same words whether or not the tenant in the path exists: otherwise the answer would reveal which tenants there are. */
function mismatch(): AppError {
  return new AppError('tenant_mismatch', 'Your credentials are for a different tenant. Use the address of your own tenant.');
}

async function authenticate(credentials: Credentials): Promise<Identified> {
  const wanted = isGuid(credentials.tenantId) ? credentials.tenantId.toLowerCase() : null;
  if (credentials.session !== null) {
    const person = await admitPerson(credentials.session);
    const member = wanted === null ? null : await findMember(wanted, person);
    if (member === null) throw mismatch();
    return { ...member, sessionId: person.sessionId };
  }
  const key = /^Bearer +(\S+) *$/i.exec(credentials.authorization ?? '')?.[1];
  if (key === undefined) throw new AppError('unauthenticated', 'Send an API key as `Authorization: Bearer flt_…`.');
  const caller = await findKey(key, credentials.now, credentials.address ?? null);
  if (caller === null) throw new AppError('unauthenticated', 'This API key is not valid: it is mistyped, revoked or expired.');
  if (caller.tenantId !== wanted) throw mismatch();
  return { ...caller, sessionId: null };
}

/** Throws `plan_required`, `scope_missing` or `role_missing` if the caller lacks `access`. */
export function assertAllowed(
  { principal, plan }: { principal: Pick<Principal, 'type' | 'scopes' | 'role'>; plan: Plan },
  access: Access,
): void {
  if (principal.type === 'key' && !PLAN_LIMITS[plan].hasApi)
    throw new AppError('plan_required', `API access needs the Business plan or above; this tenant has ${plan}.`);
  if (principal.type === 'key') {
    if (access.scope === null) throw new AppError('scope_missing', 'API keys cannot do this. Sign in to the browser instead.');
    if (access.scope !== 'any' && !principal.scopes.includes(access.scope)) {
      const held = principal.scopes.join(', ');
      throw new AppError('scope_missing', `This needs a key with the scope "${access.scope}"; yours has: ${held}.`, {
        facts: { requiredScope: access.scope },
      });
    }
    return;
  }
  if (principal.role === null || !isRoleAtLeast(principal.role, access.role))
    throw new AppError(
      'role_missing',
      `This needs the ${access.role} role; yours is ${principal.role ?? 'none'}. Ask an Admin of your tenant.`,
    );
}

async function takeRequest(tenant: TenantDb, caller: KnownCaller): Promise<LimitVerdict> {
  const { principal, plan, raised } = caller;
  const perMinute = principal.type === 'key' ? limitsOf(plan, raised).requestsPerMinute : PERSON_REQUESTS_PER_MINUTE;
  const verdict = await takeToken(tenant, `${principal.type}:${principal.id}`, perMinute);
  if (!verdict.isAllowed)
    throw new AppError('rate_limited', `More than ${perMinute} requests a minute. Wait ${verdict.retryAfterSeconds} s, then slow down.`, {
      retryAfterSeconds: verdict.retryAfterSeconds,
      facts: { perMinute, resetSeconds: verdict.resetSeconds },
    });
  return verdict;
}
