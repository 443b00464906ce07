/** A tenant's single sign-on on the wire. Only the answer to creating a token contains the token itself. */
import { z } from 'zod';
import { guid, guidOut, instant, text, timestampOut } from './fields';
import { GROUP_ROLES, GROUP_SOURCES, MOST_MAPPED_GROUPS } from './values/singleSignOn';

const providerId = text(1, 41);

const GroupRoles = z.array(z.strictObject({ group: text(1, 256), role: z.enum(GROUP_ROLES) }));

export const ProviderRules = z.strictObject({
  /** The highest role of a person's groups counts. */
  roles: GroupRoles,
  /** For people in none of these groups; null if they are not let in. */
  everybody: z.enum(GROUP_ROLES).nullable(),
  groupsFrom: z.enum(GROUP_SOURCES),
});
export type ProviderRules = z.infer<typeof ProviderRules>;

export const ProviderToken = z.strictObject({
  id: guidOut,
  hint: z.string(),
  createdBy: z.string(),
  createdAt: timestampOut,
  expiresAt: timestampOut.nullable(),
  lastUsedAt: timestampOut.nullable(),
  revokedAt: timestampOut.nullable(),
});
export type ProviderToken = z.infer<typeof ProviderToken>;

export const TenantProvider = z.strictObject({
  id: z.string(),
  protocol: z.enum(['oidc', 'saml']),
  domains: z.array(z.string()),
  /** The operator lets nobody of these domains use a password. */
  isRequired: z.boolean(),
  rules: ProviderRules,
  /** Whether these are the operator's rules, which hold until the tenant sets its own. */
  isDefault: z.boolean(),
  /** 0 for the operator's rules. */
  version: z.int(),
  tokens: z.array(ProviderToken),
});
export type TenantProvider = z.infer<typeof TenantProvider>;

export const SingleSignOn = z.strictObject({
  providers: z.array(TenantProvider),
  /** Where identity providers send people and groups. */
  scimAddress: z.string(),
  /** Whether a provider for everybody is configured. */
  hasCommonProvider: z.boolean(),
  requiresSso: z.boolean(),
  /** The Owner who may use a password all the same. */
  breakGlass: z.strictObject({ userId: z.string(), name: z.string(), email: z.string() }).nullable(),
});
export type SingleSignOn = z.infer<typeof SingleSignOn>;

export const ProviderRulesInput = z.strictObject({
  providerId,
  /** The version that was shown. */
  version: z.int().min(0),
  rules: ProviderRules.extend({
    roles: GroupRoles.max(MOST_MAPPED_GROUPS).refine(
      (roles) => new Set(roles.map(({ group }) => group)).size === roles.length,
      'names a group twice',
    ),
  }),
});
export type ProviderRulesInput = z.infer<typeof ProviderRulesInput>;

export const ProviderInput = z.strictObject({ providerId });

export const RequiredSsoInput = z.discriminatedUnion('isRequired', [
  z.strictObject({ isRequired: z.literal(true), breakGlassUserId: text(1, 100) }),
  z.strictObject({ isRequired: z.literal(false) }),
]);
export type RequiredSsoInput = z.infer<typeof RequiredSsoInput>;

export const ProviderTokenCreate = z.strictObject({
  providerId,
  expiresAt: instant.nullable().optional(),
});
export type ProviderTokenCreate = z.infer<typeof ProviderTokenCreate>;

export const CreatedProviderToken = ProviderToken.extend({ token: z.string().meta({ description: 'Shown only in this answer.' }) });
export type CreatedProviderToken = z.infer<typeof CreatedProviderToken>;

export const ProviderTokenRevoke = z.strictObject({ id: guid });
