/**
 * The columns of the matrix: everybody who may call, and what the guard must answer to each. The expected answers are derived here from the rules of
 * access, without the guard.
 */
import { randomUUID } from 'node:crypto';
import { isChange } from '@/domain/access';
import { keyFromRandomBytes } from '@/domain/apiKeyFormat';
import type { ErrorCode } from '@/domain/errors';
import { PLANS, ROLES, SCOPES, type Plan, type Role, type Scope } from '@/domain/vocabulary';
import { revokeApiKey } from '@/server/auth/apiKeys';
import { setPlan } from '@/server/auth/tenants';
import type { Database } from '@/server/db/database';
import { setFrozen } from '@/server/landscape/freeze';
import { tenantDb } from '@/server/db/tenantDb';
import { signedInMember } from '@/test/restPeople';
import { sendToWeb } from '@/test/restMounts';
import { createKey, createRestTenant, SYSTEM } from '@/test/restTenants';
import type { Credential, Procedure } from './procedures';
import { write } from '@/server/db/write';

/** Ids of the tenants that callers belong to. */
export interface World {
  database: Database;
  byPlan: Readonly<Record<Plan, string>>;
  frozen: string;
  other: string;
}

/** Tenants start on a plan with keys, so that every tenant has some; `settle` then gives each the plan that it is named after. */
export async function createWorld(database: Database): Promise<World> {
  const tenant = async (): Promise<string> => (await createRestTenant(database, sendToWeb)).tenantId;
  const byPlan = Object.fromEntries(await Promise.all(PLANS.map(async (plan) => [plan, await tenant()]))) as Record<Plan, string>;
  return { database, byPlan, frozen: await tenant(), other: await tenant() };
}

export async function settle({ database, byPlan, frozen }: World): Promise<void> {
  for (const plan of PLANS) await setPlan(database, SYSTEM, byPlan[plan], plan);
  await setFrozen(database, SYSTEM, frozen, true);
}

/** The answer to an admitted caller who sends a field that no procedure has. */
export const ADMITTED: ErrorCode = 'invalid_input';

export interface Caller {
  name: string;
  /** Called before the tenants settle. */
  credential: (world: World) => Promise<Credential>;
  /** The address at which they call. */
  at: (world: World) => string;
  verdict: (procedure: Procedure) => ErrorCode;
  /** Left to the long tests: what differs from another caller decides nothing. */
  isLong?: boolean;
  /** A member of the tenant, who is looked up with each call, which costs ten times as much as a key: only the long tests ask for every procedure. */
  isMember?: boolean;
}

const onEnterprise = ({ byPlan }: World): string => byPlan.Enterprise;
const always =
  (code: ErrorCode): Caller['verdict'] =>
  () =>
    code;

const unknownKey = (): string => {
  const key = keyFromRandomBytes(Array.from({ length: 60 }, (_, index) => index % 7));
  if (key === null) throw new Error('Too few bytes for a key.');
  return key;
};

const keyOf = async ({ database }: World, tenantId: string, scopes: readonly Scope[]): Promise<Credential> => ({
  key: (await createKey(database, tenantId, [...scopes])).key,
});
const memberOf = async ({ database }: World, tenantId: string, role: Role): Promise<Credential> => ({
  session: await signedInMember(database, tenantId, role),
});

/** A key that was good, after the change to its row. */
async function spoiledKey({ database, byPlan }: World, spoil: (id: string) => Promise<unknown>): Promise<Credential> {
  const { id, key } = await createKey(database, byPlan.Enterprise, [...SCOPES]);
  await spoil(id);
  return { key };
}

async function spoiledMember(world: World, table: 'session' | 'membership'): Promise<Credential> {
  const name = `spoiled-${randomUUID()}`;
  const session = await signedInMember(world.database, world.byPlan.Enterprise, 'Owner', name);
  const { id } = await world.database.system.user.findFirstOrThrow({ where: { name }, select: { id: true } });
  if (table === 'session') await world.database.system.session.deleteMany({ where: { userId: id } });
  else await write(tenantDb(world.database, world.byPlan.Enterprise), (tx) => tx.membership.deleteMany({ where: { userId: id } }));
  return { session };
}

const refusedCaller = (name: string, credential: Caller['credential'], code: ErrorCode, at: Caller['at'] = onEnterprise): Caller => ({
  name,
  credential,
  at,
  verdict: always(code),
});

const UNKNOWN: readonly (readonly [string, Caller['credential']])[] = [
  ['nobody', () => Promise.resolve({})],
  ['a text that is no key', () => Promise.resolve({ key: 'flt_nothing' })],
  ['a key that was never given', () => Promise.resolve({ key: unknownKey() })],
  ['a revoked key', (world) => spoiledKey(world, (id) => revokeApiKey(tenantDb(world.database, onEnterprise(world)), SYSTEM, id))],
  [
    'an expired key',
    (world) =>
      spoiledKey(world, (id) =>
        write(
          tenantDb(world.database, onEnterprise(world)),
          (tx) => tx.$executeRaw`update "api_key" set "expiresAt" = now() - interval '1 ms' where "id" = ${id}::uuid`,
        ),
      ),
  ],
  ['a browser without a session', () => Promise.resolve({ session: new Headers() })],
  [
    'a browser with a made-up session',
    () =>
      Promise.resolve({ session: new Headers({ cookie: 'faultline.session_token=made.up; __Secure-faultline.session_token=made.up' }) }),
  ],
  ['an Owner whose session has ended', (world) => spoiledMember(world, 'session')],
];

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const STRANGERS: readonly Caller[] = (
  [
    ["another tenant's address", ({ other }: World) => other],
    ['the address of no tenant', () => NOWHERE],
    ['an address that is no id', () => 'nonsense'],
  ] as const
).flatMap(([where, at]) => [
  {
    ...refusedCaller(`a key with all scopes, at ${where}`, (world) => keyOf(world, onEnterprise(world), SCOPES), 'tenant_mismatch', at),
    isLong: where !== "another tenant's address",
  },
  {
    ...refusedCaller(`an Owner, at ${where}`, (world) => memberOf(world, onEnterprise(world), 'Owner'), 'tenant_mismatch', at),
    isLong: where !== "another tenant's address",
  },
]);

const REMOVED: Caller = {
  ...refusedCaller('an Owner who was removed', (world) => spoiledMember(world, 'membership'), 'tenant_mismatch'),
  isMember: true,
};

const HAS_API: Readonly<Record<Plan, boolean>> = { Free: false, Team: false, Business: true, Enterprise: true };

/** Every set of scopes except the empty one. */
const SCOPE_SETS = Array.from({ length: 2 ** SCOPES.length - 1 }, (_, set) => SCOPES.filter((_scope, bit) => ((set + 1) & (1 << bit)) > 0));

const verdictOfKey =
  (plan: Plan, scopes: readonly Scope[]): Caller['verdict'] =>
  ({ access: { scope } }) => {
    if (!HAS_API[plan]) return 'plan_required';
    return scope === 'any' || (scope !== null && scopes.includes(scope)) ? ADMITTED : 'scope_missing';
  };

const verdictOfPerson =
  (role: Role): Caller['verdict'] =>
  ({ access }) =>
    ROLES.indexOf(role) >= ROLES.indexOf(access.role) ? ADMITTED : 'role_missing';

const KEYS: readonly Caller[] = PLANS.flatMap((plan) =>
  SCOPE_SETS.map((scopes) => ({
    name: `a key for ${scopes.join(' and ')}, on ${plan}`,
    credential: (world: World) => keyOf(world, world.byPlan[plan], scopes),
    at: ({ byPlan }: World) => byPlan[plan],
    verdict: verdictOfKey(plan, scopes),
    // Scopes decide nothing without an API, and are the same on both plans with one.
    isLong: plan !== 'Enterprise' && (plan === 'Team' || scopes.length < SCOPES.length),
  })),
);

const PEOPLE: readonly Caller[] = PLANS.flatMap((plan) =>
  ROLES.map((role) => ({
    name: `a person who is ${role}, on ${plan}`,
    credential: (world: World) => memberOf(world, world.byPlan[plan], role),
    at: ({ byPlan }: World) => byPlan[plan],
    verdict: verdictOfPerson(role),
    isMember: true,
    // The plan does not matter for people.
    isLong: plan !== 'Enterprise' && (plan !== 'Free' || role !== 'Owner'),
  })),
);

/** While a tenant moves, a change is refused to those who could otherwise make it. */
const whileFrozen =
  (verdict: Caller['verdict']): Caller['verdict'] =>
  (procedure) => {
    const usual = verdict(procedure);
    return usual === ADMITTED && isChange(procedure.type, procedure.access) ? 'tenant_moving' : usual;
  };

const FROZEN: readonly Caller[] = [
  {
    name: 'a key with all scopes, of a frozen tenant',
    credential: (world) => keyOf(world, world.frozen, SCOPES),
    at: ({ frozen }) => frozen,
    verdict: whileFrozen(verdictOfKey('Enterprise', SCOPES)),
  },
  {
    name: 'an Owner of a frozen tenant',
    credential: (world) => memberOf(world, world.frozen, 'Owner'),
    at: ({ frozen }) => frozen,
    verdict: whileFrozen(verdictOfPerson('Owner')),
    isMember: true,
  },
];

/** Looked up like the others, and as unknown. */
const ALIKE = new Set(['a text that is no key', 'a key that was never given', 'a browser without a session']);

export const CALLERS: readonly Caller[] = [
  ...UNKNOWN.map(([name, credential]) => ({ ...refusedCaller(name, credential, 'unauthenticated'), isLong: ALIKE.has(name) })),
  ...STRANGERS,
  REMOVED,
  ...KEYS,
  ...PEOPLE,
  ...FROZEN,
];
