/** What a person's groups give them in a tenant: by the tenant's own rules for its provider, or else by the operator's file. */
import { ProviderRules } from '@/contract/singleSignOn';
import type { Role } from '@/domain/vocabulary';
import type { ProviderSetting } from '@generated/client';
import { database } from '@/server/db/database';
import { tenantDb } from '@/server/db/tenantDb';
import { provisionedPerson } from './provisionedPeople';
import { groupsIn, roleOf, type SsoProvider } from './ssoProviders';
import { read } from '@/server/db/read';

export interface EffectiveRules {
  rules: ProviderRules;
  /** 0 for the operator's rules. */
  version: number;
}

/** The operator's file never makes anybody an Owner, so these are roles that a group can give. */
export function operatorRules({ roles, everybody }: SsoProvider): ProviderRules {
  return ProviderRules.parse({
    roles: Object.entries(roles).map(([group, role]) => ({ group, role })),
    everybody: everybody ?? null,
    groupsFrom: 'signIn',
  });
}

/** The tenant's own rules in a row. */
export function rulesIn({ roles, everybody, groupsFrom }: ProviderSetting): ProviderRules {
  return ProviderRules.parse({ roles, everybody, groupsFrom });
}

/** The rules that hold for a provider in its tenant. */
export async function rulesOf(provider: SsoProvider): Promise<EffectiveRules> {
  const { tenant: tenantId, id: providerId } = provider;
  const where = { tenantId_providerId: { tenantId, providerId } };
  const row = await read(tenantDb(database(), tenantId), (tx) => tx.providerSetting.findUnique({ where }));
  return row === null ? { rules: operatorRules(provider), version: 0 } : { rules: rulesIn(row), version: row.version };
}

/** The role of somebody in these groups; null if they have no access. */
export function roleBy({ roles, everybody }: ProviderRules, groups: readonly string[]): Role | null {
  return roleOf({ roles: Object.fromEntries(roles.map(({ group, role }) => [group, role])), everybody: everybody ?? undefined }, groups);
}

export type SignInRight = { role: Role } | { refusal: 'no_group' | 'deactivated' };

/** What somebody may who signs in by the provider: groups change, so this is asked at each sign-in. */
export async function rightAtSignIn(
  provider: SsoProvider,
  person: { id?: string | undefined; email: string },
  profile: Readonly<Record<string, unknown>>,
): Promise<SignInRight> {
  const [{ rules }, provisioned] = await Promise.all([rulesOf(provider), provisionedPerson(provider, person)]);
  if (provisioned?.isActive === false) return { refusal: 'deactivated' };
  const role = roleBy(rules, rules.groupsFrom === 'scim' ? (provisioned?.groups ?? []) : groupsIn(provider, profile));
  return role === null ? { refusal: 'no_group' } : { role };
}
