/** A tenant's own say in its single sign-on: which groups get which role, tokens for SCIM, and who has to use it. */
import type { ProviderRules, ProviderRulesInput, SingleSignOn, TenantProvider } from '@/contract/singleSignOn';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { ProviderSetting, ProvisioningToken } from '@generated/client';
import { findMemberById } from '@/server/memberNames';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { changeMembers } from './members';
import { operatorRules, rulesIn } from './providerRules';
import { applyRules, scimAddress } from './provisioning';
import { ownProvider, tokenOut } from './provisioningTokens';
import { COMMON_PROVIDER, providersFor } from './requiredSignOn';
import { ssoProviders, type SsoProvider } from './ssoProviders';
import { read } from '@/server/db/read';

function providerOut(provider: SsoProvider, setting: ProviderSetting | undefined, tokens: readonly ProvisioningToken[]): TenantProvider {
  return {
    id: provider.id,
    protocol: provider.oidc === undefined ? 'saml' : 'oidc',
    domains: provider.domains,
    isRequired: provider.isRequired,
    rules: setting === undefined ? operatorRules(provider) : rulesIn(setting),
    isDefault: setting === undefined,
    version: setting?.version ?? 0,
    tokens: tokens.map(tokenOut),
  };
}

/** The providers that the operator gave this tenant, in the order of the file, with what the tenant has decided. */
export async function readSingleSignOn(tenant: TenantDb): Promise<SingleSignOn> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const settings = await tx.providerSetting.findMany({ where: { tenantId } });
    const tokens = await tx.provisioningToken.findMany({ where: { tenantId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: 500 });
    const { requiresSso, breakGlassUserId } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    const breakGlass = breakGlassUserId === null ? null : await findMemberById(tx, tenantId, breakGlassUserId);
    return {
      providers: ssoProviders()
        .filter(({ tenant: own }) => own === tenantId)
        .map((provider) =>
          providerOut(
            provider,
            settings.find(({ providerId }) => providerId === provider.id),
            tokens.filter(({ providerId }) => providerId === provider.id),
          ),
        ),
      scimAddress: scimAddress(),
      hasCommonProvider: providersFor(tenantId).includes(COMMON_PROVIDER),
      requiresSso,
      breakGlass: breakGlass === null ? null : { userId: breakGlass.userId, name: breakGlass.name, email: breakGlass.email },
    };
  });
}

/** What the change log keeps: the rules, or that the operator's hold. */
function logged(rules: ProviderRules | null): object {
  if (rules === null) return { rules: 'of the operator' };
  return { ...rules, roles: rules.roles.map(({ group, role }) => `${group}: ${role}`) };
}

/**
 * Changes a provider's rules under the lock of members; `write` answers the new ones, null for the operator's. People whom the provider has
 * sent by SCIM get their role at once, others at their next sign-in. Throws 404, and 412 if the rules have changed since `version`.
 */
async function changeRules(
  tenant: TenantDb,
  principal: Principal,
  { providerId, version }: { providerId: string; version: number | null },
  write: (tx: Transaction, before: ProviderSetting | null) => Promise<ProviderRules | null>,
): Promise<SingleSignOn> {
  const { tenantId } = tenant;
  ownProvider(tenantId, providerId);
  const isFromScim = await changeMembers(tenant, principal, async (tx, record) => {
    const before = await tx.providerSetting.findUnique({ where: { tenantId_providerId: { tenantId, providerId } } });
    if (version !== null && version !== (before?.version ?? 0))
      throw new AppError('precondition_failed', 'Somebody changed these rules in the meantime. Read them again, then repeat your change.');
    const rules = { before: before === null ? null : rulesIn(before), after: await write(tx, before) };
    const change = { before: logged(rules.before), after: logged(rules.after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return false;
    record({ op: 'update', kind: 'identity-provider', entityId: tenantId, technicalName: providerId, ...change });
    return [rules.before, rules.after].some((held) => held?.groupsFrom === 'scim');
  });
  if (isFromScim) await applyRules(tenantId);
  return readSingleSignOn(tenant);
}

/** The tenant's own rules for a provider. Throws as `changeRules` does. */
export async function setRules(
  tenant: TenantDb,
  principal: Principal,
  { providerId, version, rules }: ProviderRulesInput,
): Promise<SingleSignOn> {
  const { tenantId } = tenant;
  return changeRules(tenant, principal, { providerId, version }, async (tx, before) => {
    const data = { ...rules, version: (before?.version ?? 0) + 1, updatedAt: new Date(), updatedBy: principal.name };
    const where = { tenantId_providerId: { tenantId, providerId } };
    await tx.providerSetting.upsert({ where, create: { tenantId, providerId, ...data }, update: data });
    return rules;
  });
}

/** Goes back to the rules of the operator's file. */
export async function resetRules(tenant: TenantDb, principal: Principal, providerId: string): Promise<SingleSignOn> {
  const { tenantId } = tenant;
  return changeRules(tenant, principal, { providerId, version: null }, async (tx) => {
    await tx.providerSetting.deleteMany({ where: { tenantId, providerId } });
    return null;
  });
}
