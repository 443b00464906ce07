/** The providers of SSO_PROVIDERS_FILE for better-auth's plugin, and guards for the plugin's other endpoints. */
import { sso } from '@better-auth/sso';
import { APIError } from 'better-auth/api';
import { rightAtSignIn } from './providerRules';
import { isOwner, joinTenant } from './ssoMembers';
import { providerFor, ssoProviders, type SsoProvider } from './ssoProviders';

/** Providers come only from the operator's file. Through the plugin's own administration, anyone signed in could add one. */
export const SSO_DISABLED_PATHS = [
  '/sso/register',
  '/sso/providers',
  '/sso/get-provider',
  '/sso/update-provider',
  '/sso/delete-provider',
  '/sso/request-domain-verification',
  '/sso/verify-domain',
];

/** Where a provider sends people back to, below the service's address. */
export const samlAddress = (baseUrl: string, id: string): string => `${baseUrl}/api/auth/sso/saml2/sp/acs/${id}`;

/** Null without any provider. */
export function ssoPlugin(baseUrl: string) {
  const providers = ssoProviders();
  if (providers.length === 0) return null;
  return sso({
    defaultSSO: providers.map((provider) => ({
      providerId: provider.id,
      domain: provider.domains.join(','),
      ...(provider.oidc === undefined ? { samlConfig: samlConfig(baseUrl, provider) } : { oidcConfig: oidcConfig(provider.oidc) }),
    })),
    // The file says who is responsible for which domain; `refuseStranger` checks every sign-in against it.
    domainVerification: { enabled: true },
    trustEmailVerified: true,
    provisionUserOnEveryLogin: true,
    provisionUser: async ({ user, userInfo, provider: { providerId } }) => {
      const provider = providers.find(({ id }) => id === providerId);
      const right = provider === undefined ? null : await rightAtSignIn(provider, user, userInfo);
      if (provider === undefined || right === null || 'refusal' in right)
        throw new APIError('FORBIDDEN', { message: 'None of your groups has access. Ask the administrators of your organisation.' });
      await joinTenant(provider.tenant, { id: user.id, email: user.email }, right.role);
    },
    // Lifetimes in milliseconds.
    saml: { enableInResponseToValidation: true, allowIdpInitiated: false, requireTimestamps: true, clockSkew: 60_000 },
  });
}

function oidcConfig({ issuer, clientId, clientSecret, scopes, groupsClaim }: NonNullable<SsoProvider['oidc']>) {
  return {
    issuer,
    clientId,
    clientSecret,
    pkce: true,
    discoveryEndpoint: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    scopes: ['openid', 'email', 'profile', ...scopes],
    mapping: { id: 'sub', email: 'email', emailVerified: 'email_verified', name: 'name', extraFields: { [groupsClaim]: groupsClaim } },
  };
}

function samlConfig(baseUrl: string, { id, saml, samlMetadata }: SsoProvider) {
  const { emailAttribute = 'email', nameAttribute = 'displayName', groupsAttribute = 'groups' } = saml ?? {};
  return {
    issuer: `${baseUrl}/api/auth/sso/saml2/sp/metadata?providerId=${id}`,
    audience: `${baseUrl}/api/auth/sso/saml2/sp/metadata?providerId=${id}`,
    entryPoint: '',
    callbackUrl: samlAddress(baseUrl, id),
    idpMetadata: { metadata: samlMetadata ?? '' },
    spMetadata: {},
    wantAssertionsSigned: true,
    mapping: { id: 'nameID', email: emailAttribute, name: nameAttribute, extraFields: { [groupsAttribute]: groupsAttribute } },
  };
}

/** Throws if a request names an unknown provider, which the plugin would look up in a table. */
export function assertKnownProvider(path: string, asked: { providerId?: unknown; email?: unknown; domain?: unknown }): void {
  if (path !== '/sign-in/sso' && !path.startsWith('/sso/')) return;
  const id =
    typeof asked.providerId === 'string' ? asked.providerId : typeof asked.email === 'string' ? providerFor(asked.email)?.id : undefined;
  if (ssoProviders().some((provider) => provider.id === id)) return;
  throw new APIError('NOT_FOUND', { code: 'NO_PROVIDER', message: 'No single sign-on is set up for this address. Sign in another way.' });
}

/** Throws if an address must sign in by its provider. The provider's break-glass Owners may use a password. */
export async function assertPasswordAllowed(email: string): Promise<void> {
  const address = email.trim().toLowerCase();
  const provider = providerFor(address);
  if (provider?.isRequired !== true) return;
  if (provider.breakGlass.includes(address) && (await isOwner(provider.tenant, address))) return;
  throw new APIError('FORBIDDEN', {
    code: 'SSO_REQUIRED',
    message: 'Your organisation uses single sign-on. Sign in with it instead of a password.',
  });
}
