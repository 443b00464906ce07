/** Whom a provider's word lets in. Signing in makes an account for nobody but those who are invited or whose groups let them in, and joins none by an address that the provider has not verified. */
import { database } from '../db';
import { asSystem } from '../tenantDb';
import { leaveTenant } from './ssoMembers';
import { groupsIn, providerFor, roleOf, ssoProviders, type SsoProvider } from './ssoProviders';

interface Stated {
  user: { id?: string | undefined; email?: string | null | undefined; emailVerified?: boolean | undefined };
  source: {
    method: string;
    action: string;
    sso?: { providerId: string; profile?: Readonly<Record<string, unknown>> | undefined } | undefined;
  };
}

/** Why not, in a word for the sign-in page; undefined for who may go on. */
export async function refuseStranger(stated: Stated): Promise<{ error: string } | undefined> {
  const { user, source } = stated;
  if (source.method === 'sso-oidc' || source.method === 'sso-saml') return refuseByProvider(stated);
  // An account that was joined is known by the provider's own name for it, whatever becomes of its address.
  if (source.method !== 'oauth' || source.action === 'sign-in') return undefined;
  if (user.emailVerified !== true || typeof user.email !== 'string') return { error: 'email_not_verified' };
  if (source.action === 'create-user' && !(await isInvited(user.email.toLowerCase()))) return { error: 'not_invited' };
  return undefined;
}

/** At each sign-in, since groups and addresses change. Who is let in no more is no member any more either. */
async function refuseByProvider({ user, source: { sso } }: Stated): Promise<{ error: string } | undefined> {
  const provider = ssoProviders().find(({ id }) => id === sso?.providerId);
  const profile = sso?.profile ?? {};
  if (provider === undefined || typeof user.email !== 'string') return { error: 'invalid_provider' };
  if (providerFor(user.email) !== provider) return { error: 'wrong_domain' };
  if (!isVerified(provider, profile)) return { error: 'email_not_verified' };
  if (roleOf(provider, groupsIn(provider, profile)) !== null) return undefined;
  await leaveTenant(provider.tenant, user.email.toLowerCase());
  return { error: 'no_group' };
}

/** The metadata of a SAML provider is given by the operator for these domains; what it signs of them holds. */
function isVerified({ oidc }: SsoProvider, profile: Readonly<Record<string, unknown>>): boolean {
  return oidc === undefined || oidc.emailsAreVerified || profile.email_verified === true || profile.email_verified === 'true';
}

async function isInvited(email: string): Promise<boolean> {
  const [found] = await asSystem(
    database(),
    (tx) =>
      tx.$queryRaw<
        { isOpen: boolean }[]
      >`select exists (select from "invitation" where "email" = ${email} and "expiresAt" > now()) as "isOpen"`,
  );
  return found?.isOpen === true;
}
