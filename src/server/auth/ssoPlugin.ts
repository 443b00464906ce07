/** The providers of SSO_PROVIDERS_FILE as better-auth's plugin takes them, and the guards in front of what that offers beyond. */
import { sso } from '@better-auth/sso';
import { APIError } from 'better-auth/api';
import { isOwner, joinTenant } from './ssoMembers';
import { groupsIn, providerFor, roleOf, ssoProviders, type SsoProvider } from './ssoProviders';

/** Providers come from the operator's file. Through the plugin's own administration anybody who is signed in could add one. */
export const SSO_DISABLED_PATHS = [
  '/sso/register',
  '/sso/providers',
  '/sso/get-provider',
  '/sso/update-provider',
  '/sso/delete-provider',
  '/sso/request-domain-verification',
  '/sso/verify-domain',
];

/** Where a provider's people come back to, below the address of the service. */
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
    // Who may speak for which domain stands in the file; `refuseStranger` holds every sign-in against it.
    domainVerification: { enabled: true },
    trustEmailVerified: true,
    provisionUserOnEveryLogin: true,
    provisionUser: async ({ user, userInfo, provider: { providerId } }) => {
      const provider = providers.find(({ id }) => id === providerId);
      const role = provider === undefined ? null : roleOf(provider, groupsIn(provider, userInfo));
      if (provider === undefined || role === null) throw new APIError('FORBIDDEN', { message: 'No group of yours is let in.' });
      await joinTenant(provider.tenant, { id: user.id, email: user.email }, role);
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

/** Throws where a request asks for a provider that is not there, which the plugin would look for in a table. */
export function assertKnownProvider(path: string, asked: { providerId?: unknown; email?: unknown; domain?: unknown }): void {
  if (path !== '/sign-in/sso' && !path.startsWith('/sso/')) return;
  const id =
    typeof asked.providerId === 'string' ? asked.providerId : typeof asked.email === 'string' ? providerFor(asked.email)?.id : undefined;
  if (ssoProviders().some((provider) => provider.id === id)) return;
  throw new APIError('NOT_FOUND', { code: 'NO_PROVIDER', message: 'No single sign-on is known for this address.' });
}

/** Throws where an address signs in by its provider alone. Its break-glass Owners may use their password. */
export async function assertPasswordAllowed(email: string): Promise<void> {
  const address = email.trim().toLowerCase();
  const provider = providerFor(address);
  if (provider?.isRequired !== true) return;
  if (provider.breakGlass.includes(address) && (await isOwner(provider.tenant, address))) return;
  throw new APIError('FORBIDDEN', { code: 'SSO_REQUIRED', message: 'Your organisation signs in by single sign-on.' });
}
