/** What an Owner does with a whole tenant: create it, change its plan, delete it. */
import { randomUUID } from 'node:crypto';
import type { Joined } from '@/contract/people';
import type { Tenant } from '@/contract/tenant';
import { assertIfMatch, entityTag } from '@/contract/etag';
import { MOST_OWNED_TENANTS, PLAN_LIMITS, type Principal } from '@/domain/access';
import { AppError, invalidInput } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import { database, type Database } from '@/server/db/database';
import { RECORDED_ONLY, makeChange } from '@/server/landscape/changeLandscape';
import { lockLandscape } from '@/server/landscape/landscapeLock';
import { log } from '@/server/observability/log';
import { tenantDb, type TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { assertMayManage, lockMembers, recordRole } from './members';
import { forgetProvisioned } from './provisionedPeople';
import type { SignedIn } from './signIn';
import { ensureCounters, readTenant, saveTenant, settingsOf } from './tenants';
import { asSystem } from '@/server/db/asSystem';
import { write } from '@/server/db/write';

/**
 * Creates a tenant on the Free plan with the person as its Owner. Throws 409 `conflict` if they already own ten. Their account is locked
 * meanwhile, so that nobody creates an eleventh at the same time; the tenant itself is created in its own transaction.
 */
export async function foundTenant(person: SignedIn, name: string): Promise<Joined> {
  const tenant = tenantDb(database(), randomUUID());
  await asSystem(database(), async (tx) => {
    await tx.$queryRaw`select 1 from "user" where "id" = ${person.id} for no key update`;
    const owned = await tx.membership.count({ where: { userId: person.id, role: 'Owner' } });
    if (owned >= MOST_OWNED_TENANTS)
      throw new AppError(
        'conflict',
        `You already own ${owned} tenants, and ${MOST_OWNED_TENANTS} is the limit. Delete one, or make somebody else its Owner.`,
      );
    await write(tenant, (inside) => makeOwned({ ...tenant, transaction: inside }, inside, person, name));
  });
  return { tenantId: tenant.tenantId };
}

async function makeOwned(tenant: TenantDb, tx: Transaction, person: SignedIn, name: string): Promise<void> {
  const { tenantId } = tenant;
  await tx.tenant.create({ data: { id: tenantId, name, plan: 'Free' } });
  await ensureCounters(tx, tenantId);
  await makeChange(tenant, { type: 'person', id: person.id, name: person.name }, RECORDED_ONLY, async (inside, record) => {
    await inside.membership.create({ data: { tenantId, userId: person.id, role: 'Owner' } });
    record({
      op: 'create',
      kind: 'tenant',
      entityId: tenantId,
      technicalName: name,
      before: null,
      after: settingsOf(await readTenant(inside, tenantId)),
    });
    recordRole(record, { userId: person.id, email: person.email }, null, 'Owner');
  });
}

/** Throws 409 `plan_limit` if the plan has no room for the existing components, 412 if the tenant has changed since. */
export async function choosePlan(tenant: TenantDb, principal: Principal, plan: Plan, ifMatch: string | null): Promise<Tenant> {
  const { tenantId } = tenant;
  // No component can be added between counting and changing.
  return makeChange(tenant, principal, { ...RECORDED_ONLY, isExclusive: true }, async (tx, record) => {
    await lockMembers(tx, tenantId);
    await assertMayManage(tx, tenantId, principal, 'Owner');
    const before = await readTenant(tx, tenantId);
    assertIfMatch(ifMatch, entityTag(before.version, principal.canSeeRevenue));
    if (before.plan === plan) return before;
    const { components } = PLAN_LIMITS[plan];
    if (before.usage.components > components) {
      const inUse = before.usage.components.toLocaleString('en');
      throw new AppError(
        'plan_limit',
        `The ${plan} plan allows ${components.toLocaleString('en')} components; there are ${inUse}. Delete some first.`,
        { facts: { limit: components, components: before.usage.components } },
      );
    }
    return saveTenant(tx, record, before, { plan });
  });
}

const LONGEST_DELETION_MS = 600_000;

/** Deletes the tenant with everything in it, including its log. `name` must be its name. This cannot be undone. */
export async function deleteTenant(tenant: TenantDb, principal: Principal, name: string): Promise<Joined> {
  const { tenantId } = tenant;
  await write(
    tenant,
    async (tx) => {
      await lockLandscape(tx, tenantId, true);
      await lockMembers(tx, tenantId);
      await assertMayManage(tx, tenantId, principal, 'Owner');
      const held = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId }, select: { name: true } });
      if (held.name !== name) throw invalidInput('name', 'is not the name of this tenant');
      await deleteRows(tx, tenantId);
    },
    { timeoutMs: LONGEST_DELETION_MS },
  );
  await forgetProvisioned(tenant.database, tenantId);
  log().warn({ tenantId, by: principal.id }, 'a tenant was deleted by its Owner');
  return { tenantId };
}

async function deleteRows(tx: Transaction, tenantId: string): Promise<void> {
  for (const table of await tenantTables(tx)) await tx.$executeRawUnsafe(`delete from "${table}" where "tenantId" = $1::uuid`, tenantId);
  await tx.tenant.delete({ where: { id: tenantId } });
}

/**
 * For the operator: deletes a tenant that lives elsewhere by now, and the accounts of those who belong to no other tenant here; answers how many of these.
 * Throws `not_found`, `conflict` where the tenant is not frozen, and `invalid_input` where `name` is not its name.
 */
export async function deleteMovedTenant(db: Database, tenantId: string, name: string): Promise<{ accounts: number }> {
  const members = await write(
    tenantDb(db, tenantId),
    async (tx) => {
      const [held] = await tx.$queryRaw<{ name: string; frozenAt: Date | null }[]>`
        select "name", "frozenAt" from "tenant" where "id" = ${tenantId}::uuid for update`;
      if (held === undefined) throw new AppError('not_found', `There is no tenant ${tenantId}.`);
      if (held.frozenAt === null)
        throw new AppError(
          'conflict',
          `The tenant "${held.name}" is still in use. This command only removes a tenant that was moved with \`tenant export\`.`,
        );
      if (held.name !== name) throw invalidInput('name', `is not the name of this tenant, which is "${held.name}"`);
      const memberships = await tx.membership.findMany({ where: { tenantId }, select: { userId: true } });
      await deleteRows(tx, tenantId);
      return memberships.map(({ userId }) => userId);
    },
    { timeoutMs: LONGEST_DELETION_MS },
  );
  await forgetProvisioned(db, tenantId);
  let accounts = 0;
  for (const userId of members) if (await deleteAccountOfNoTenant(db, userId)) accounts += 1;
  return { accounts };
}

/** Whether there was such an account. Nobody takes it into a tenant meanwhile. */
function deleteAccountOfNoTenant(db: Database, userId: string): Promise<boolean> {
  return asSystem(db, async (tx) => {
    await tx.$queryRaw`select 1 from "user" where "id" = ${userId} for update`;
    if ((await tx.membership.findFirst({ where: { userId }, select: { tenantId: true } })) !== null) return false;
    return (await tx.user.deleteMany({ where: { id: userId } })).count === 1;
  });
}

/** Every table with a tenantId from the catalog, in an order that respects foreign keys, so that tables added later are not forgotten. */
async function tenantTables(tx: Transaction): Promise<string[]> {
  const tables = await tx.$queryRaw<{ name: string; targets: string[] }[]>`
    select c.relname::text as "name",
      array(select distinct t.relname::text from pg_constraint k join pg_class t on t.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f' and t.oid <> c.oid) as "targets"
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenantId' and not a.attisdropped)
    order by 1`;
  const left = new Map(tables.map(({ name, targets }) => [name, targets]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const next = [...left.keys()].find((name) => ![...left].some(([, targets]) => targets.includes(name)));
    if (next === undefined) throw new Error(`These tables point to each other: ${[...left.keys()].join(', ')}.`);
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}
