/** Tenants: creation, plan and settings. */
import { randomUUID } from 'node:crypto';
import type { Tenant, TenantPatch } from '@/contract/tenant';
import { assertIfMatch, entityTag } from '@/contract/etag';
import { PLAN_LIMITS, limitsOf, type Principal, type RaisedLimits } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { Prisma } from '@generated/client';
import type { Database } from '@/server/db/database';
import { RELEASE } from '@/server/observability/release';
import { intervene } from '@/server/wake/interventions';
import { RECORDED_ONLY, makeChange, type Actor, type Recorder } from '@/server/landscape/changeLandscape';
import { ensureLandscapePlaces } from '@/server/landscape/landscapeLock';
import { revokeAllLinks } from '@/server/sharing/shareLinks';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { asSystem } from '@/server/db/asSystem';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';

export interface NewTenant {
  name: string;
  plan: Plan;
  /** In seconds; default: the database's. */
  openAfterSeconds?: number | undefined;
  recoveryGraceSeconds?: number | undefined;
  /** Everything in it is sample data. */
  isDemo?: boolean | undefined;
}

/** Creates a tenant with an empty landscape and no members. */
export async function createTenant(database: Database, input: NewTenant): Promise<{ tenantId: string }> {
  const tenantId = randomUUID();
  await write(tenantDb(database, tenantId), async (tx) => {
    await tx.tenant.create({ data: { id: tenantId, ...input } });
    await ensureCounters(tx, tenantId);
  });
  return { tenantId };
}

/** Marks a tenant as sample data. Does nothing for an unknown tenant. */
export async function markAsDemo(database: Database, tenantId: string): Promise<void> {
  await asSystem(database, (tx) => tx.tenant.updateMany({ where: { id: tenantId, isDemo: false }, data: { isDemo: true } }));
}

/** The counters of a tenant, and the rows that its writers lock. Safe to repeat: a tenant whose creation was interrupted (by an older version) gets them here. */
export async function ensureCounters(tx: Transaction, tenantId: string): Promise<void> {
  await tx.$executeRaw`insert into "landscape_version" ("tenantId") values (${tenantId}::uuid) on conflict do nothing`;
  await tx.$executeRaw`insert into "component_counter" ("tenantId") values (${tenantId}::uuid) on conflict do nothing`;
  await tx.$executeRaw`insert into "signal_counter" ("tenantId") values (${tenantId}::uuid) on conflict do nothing`;
  await ensureLandscapePlaces(tx, tenantId);
}

export interface ListedTenant {
  tenantId: string;
  name: string;
  plan: Plan;
  createdAt: string;
  /** Since when it is read-only, because it moves; null where it is in use. */
  frozenAt: string | null;
}

export async function listTenants(database: Database): Promise<ListedTenant[]> {
  const rows = await asSystem(database, (tx) => tx.tenant.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }));
  return rows.map((row) => ({
    tenantId: row.id,
    name: row.name,
    plan: row.plan,
    createdAt: row.createdAt.toISOString(),
    frozenAt: row.frozenAt?.toISOString() ?? null,
  }));
}

/** Throws 404 for an unknown tenant. */
export async function setPlan(database: Database, actor: Actor, tenantId: string, plan: Plan): Promise<void> {
  await assertTenantExists(database, tenantId);
  const tenant = tenantDb(database, tenantId);
  await makeChange(tenant, actor, RECORDED_ONLY, async (tx, record) => {
    await ensureCounters(tx, tenantId);
    const before = await readTenant(tx, tenantId);
    if (before.plan === plan) return;
    await saveTenant(tx, record, before, { plan });
    await intervene(tx, tenantId);
  });
}

/**
 * Raises limits of a tenant beyond its plan, or gives them back to the plan by null; what is left out stays. Answers what holds from now on.
 * Throws `not_found` for a tenant that does not exist, and `invalid_input` for a limit that the plan does not have or that is below the plan's.
 */
export async function setLimits(
  database: Database,
  actor: Actor,
  tenantId: string,
  given: Partial<RaisedLimits>,
): Promise<Pick<Tenant, 'plan' | 'limits'>> {
  await assertTenantExists(database, tenantId);
  const result = await makeChange(tenantDb(database, tenantId), actor, RECORDED_ONLY, async (tx, record) => {
    await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenantId}::uuid for update`;
    const before = await readTenant(tx, tenantId);
    assertRaises(before.plan, given);
    return saveTenant(tx, record, before, given, (tenant) => {
      const { signalsPerMinute, requestsPerMinute } = tenant.limits;
      return { ...settingsOf(tenant), signalsPerMinute, requestsPerMinute };
    });
  });
  return { plan: result.plan, limits: result.limits };
}

function assertRaises(plan: Plan, given: Partial<RaisedLimits>): void {
  for (const limit of ['signalsPerMinute', 'requestsPerMinute'] as const) {
    const wanted = given[limit];
    if (wanted === undefined || wanted === null) continue;
    const own = PLAN_LIMITS[plan][limit];
    if (own === 0) throw invalidInput(limit, `the ${plan} plan does not include this; move the tenant to Business or Enterprise first`);
    if (wanted < own) throw invalidInput(limit, `is below ${own}, the limit of the ${plan} plan; limits can only be raised`);
  }
}

/** Throws `not_found` for an unknown tenant. For operators: it sees all tenants. */
export async function assertTenantExists(database: Database, tenantId: string): Promise<void> {
  const row = await asSystem(database, (tx) => tx.tenant.findUnique({ where: { id: tenantId }, select: { id: true } }));
  if (row === null) throw new AppError('not_found', `There is no tenant ${tenantId}.`);
}

export async function getTenant(tenant: TenantDb): Promise<Tenant> {
  return read(tenant, (tx) => readTenant(tx, tenant.tenantId));
}

/** Changes the settings that `patch` states, and records the change. Throws `precondition_failed` if `ifMatch` is not the current ETag. */
export async function updateTenant(tenant: TenantDb, principal: Principal, patch: TenantPatch, ifMatch: string | null): Promise<Tenant> {
  return makeChange(tenant, principal, RECORDED_ONLY, async (tx, record) => {
    await tx.$queryRaw`select 1 from "tenant" where "id" = ${tenant.tenantId}::uuid for update`;
    const before = await readTenant(tx, tenant.tenantId);
    assertIfMatch(ifMatch, entityTag(before.version, principal.canSeeRevenue));
    const stated = Object.entries(patch).filter(
      ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(before[field as keyof Tenant]),
    );
    if (stated.length === 0) return before;
    const after = await saveTenant(tx, record, before, Object.fromEntries(stated));
    if (before.areShareLinksAllowed && !after.areShareLinksAllowed) await revokeAllLinks(tx, tenant.tenantId, record);
    // Threshold, quiet time and currency affect live impact.
    await intervene(tx, tenant.tenantId);
    return after;
  });
}

/** Writes `data` and records the change, with what `logged` keeps of both states. Returns the tenant afterwards. */
export async function saveTenant(
  tx: Transaction,
  record: Recorder,
  before: Tenant,
  data: Prisma.TenantUpdateInput,
  logged: (tenant: Tenant) => object = settingsOf,
): Promise<Tenant> {
  const { id } = before;
  await tx.tenant.update({ where: { id }, data: { ...data, version: { increment: 1 }, updatedAt: new Date() } });
  const after = await readTenant(tx, id);
  record({ op: 'update', kind: 'tenant', entityId: id, technicalName: after.name, before: logged(before), after: logged(after) });
  return after;
}

/** The settings among a tenant's fields: usage, counters and the release are nobody's change, and limits follow the plan. */
export function settingsOf(tenant: Tenant): object {
  const { usage: _usage, limits: _limits, landscapeVersion: _landscapeVersion, release: _release, ...settings } = tenant;
  return settings;
}

/** The tenant with its limits and usage. Throws if the transaction cannot see it. */
export async function readTenant(tx: Transaction, tenantId: string): Promise<Tenant> {
  const row = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  const counter = await tx.componentCounter.findUniqueOrThrow({ where: { tenantId } });
  const landscape = await tx.landscapeVersion.findUniqueOrThrow({ where: { tenantId } });
  const { maximumDepth, signalsPerMinute, requestsPerMinute, components } = limitsOf(row.plan, row);
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    currency: row.currency,
    revenueVisibleTo: row.revenueVisibleTo,
    incidentThreshold: row.incidentThreshold,
    resolveAfterSeconds: row.resolveAfterSeconds,
    openAfterSeconds: row.openAfterSeconds,
    recoveryGraceSeconds: row.recoveryGraceSeconds,
    incidentsOutsideService: row.incidentsOutsideService,
    staleAfterMinutes: row.staleAfterMinutes,
    areShareLinksAllowed: row.areShareLinksAllowed,
    domainsBy: row.domainsBy,
    teamSeparator: row.teamSeparator,
    landscapeVersion: landscape.version,
    limits: { maximumDepth, signalsPerMinute, requestsPerMinute, components },
    usage: { components: counter.live },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    release: RELEASE,
  };
}
