/** Checks in one go whether many callers with long-running answers still have their rights: keys, members, plans and sessions. */
import { PLAN_LIMITS, type Access } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan, Role, Scope } from '@/domain/vocabulary';
import { database } from '@/server/db/database';
import { asSystem } from '@/server/db/asSystem';
import { assertAllowed } from './admit';
import { isSignedInAsRequired } from './requiredSignOn';

/** A caller who was admitted, and the access required then. */
export interface AdmittedBefore {
  tenant: { tenantId: string };
  principal: { type: 'key' | 'person'; id: string; canSeeRevenue: boolean };
  access: Access;
  sessionId: string | null;
}

interface StandingRight {
  plan: Plan;
  role: Role | null;
  scopes: Scope[];
  canSeeRevenue: boolean;
  requiresSso: boolean;
  breakGlassUserId: string | null;
}

const nameOf = (tenantId: string, id: string): string => `${tenantId} ${id}`;

/**
 * Returns the `callers` who would be refused now: their key is revoked or expired, their membership, session or tenant is gone, plan, scope
 * or role no longer suffice, or they may no longer see revenue that they could see when admitted. At most three statements, however many
 * callers; the database's clock decides. Throws `unavailable` if it cannot be determined.
 */
export async function findRefused<Caller extends AdmittedBefore>(callers: readonly Caller[]): Promise<Set<Caller>> {
  const keys = callers.filter(({ principal }) => principal.type === 'key');
  const people = callers.filter(({ principal }) => principal.type === 'person');
  const [rights, sessions] = await Promise.all([findRights(keys, people), findSessions(people)]);
  const isRefused = (caller: Caller): boolean => {
    const right = rights.get(nameOf(caller.tenant.tenantId, caller.principal.id));
    return right === undefined || !hasSession(caller, right, sessions) || !isAllowed(caller, right);
  };
  return new Set(callers.filter(isRefused));
}

/** A key needs none, a person one that began as their tenant requires. `sessions` has the provider of each. */
function hasSession(
  { tenant, principal, sessionId }: AdmittedBefore,
  right: StandingRight,
  sessions: ReadonlyMap<string, string | null>,
): boolean {
  if (principal.type === 'key') return true;
  const providerId = sessionId === null ? undefined : sessions.get(sessionId);
  if (providerId === undefined || right.role === null) return false;
  return isSignedInAsRequired({ ...right, tenantId: tenant.tenantId }, { userId: principal.id, role: right.role }, providerId);
}

function isAllowed({ principal, access }: AdmittedBefore, { plan, role, scopes, canSeeRevenue }: StandingRight): boolean {
  if (principal.canSeeRevenue && !(canSeeRevenue && PLAN_LIMITS[plan].hasRevenue)) return false;
  try {
    assertAllowed({ principal: { type: principal.type, role, scopes }, plan }, access);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function findRights(keys: readonly AdmittedBefore[], people: readonly AdmittedBefore[]): Promise<Map<string, StandingRight>> {
  const tenantsOf = (callers: readonly AdmittedBefore[]) => callers.map(({ tenant }) => tenant.tenantId);
  const idsOf = (callers: readonly AdmittedBefore[]) => callers.map(({ principal }) => principal.id);
  type Row = StandingRight & { tenantId: string; id: string };
  const rows = await asSystem(database(), async (tx) => [
    ...(keys.length === 0
      ? []
      : await tx.$queryRaw<Row[]>`
        select k."tenantId"::text, k."id"::text, k."scopes"::text[], null as "role", t."plan"::text, k."canSeeRevenue", false as "requiresSso", null as "breakGlassUserId"
        from (select distinct * from unnest(${tenantsOf(keys)}::uuid[], ${idsOf(keys)}::uuid[]) u("tenantId", "id")) asked
        join "api_key" k using ("tenantId", "id") join "tenant" t on t."id" = k."tenantId"
        where k."revokedAt" is null and (k."expiresAt" is null or k."expiresAt" > now())`),
    ...(people.length === 0
      ? []
      : await tx.$queryRaw<Row[]>`
        select m."tenantId"::text, m."userId" as "id", '{}'::text[] as "scopes", m."role"::text, t."plan"::text, m."role" = any(t."revenueVisibleTo") as "canSeeRevenue", t."requiresSso", t."breakGlassUserId"
        from (select distinct * from unnest(${tenantsOf(people)}::uuid[], ${idsOf(people)}::text[]) u("tenantId", "userId")) asked
        join "membership" m using ("tenantId", "userId") join "tenant" t on t."id" = m."tenantId"`),
  ]);
  return new Map(rows.map((row) => [nameOf(row.tenantId, row.id), row]));
}

async function findSessions(people: readonly AdmittedBefore[]): Promise<Map<string, string | null>> {
  const ids = [...new Set(people.flatMap(({ sessionId }) => sessionId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await database().system.$queryRaw<{ id: string; providerId: string | null }[]>`
    select "id", "providerId" from "session" where "id" = any(${ids}::text[]) and "expiresAt" > now()`;
  return new Map(rows.map(({ id, providerId }) => [id, providerId]));
}
