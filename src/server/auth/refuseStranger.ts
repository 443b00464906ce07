/**
 * Decides whom single sign-on lets in. It creates accounts only for people who are invited or whose groups have access, and never joins an
 * account by an address that the provider has not verified.
 */
import { database } from '@/server/db/database';
import { asSystem } from '@/server/db/asSystem';
import { rightAtSignIn } from './providerRules';
import { leaveTenant } from './ssoMembers';
import { providerFor, ssoProviders, type SsoProvider } from './ssoProviders';

interface Stated {
  user: { id?: string | undefined; email?: string | null | undefined; emailVerified?: boolean | undefined };
  source: {
    method: string;
    action: string;
    sso?: { providerId: string; profile?: Readonly<Record<string, unknown>> | undefined } | undefined;
  };
}

/** The reason for a refusal as a word for the sign-in page; undefined if they may continue. */
export async function refuseStranger(stated: Stated): Promise<{ error: string } | undefined> {
  const { user, source } = stated;
  if (source.method === 'sso-oidc' || source.method === 'sso-saml') return refuseByProvider(stated);
  // A joined account is recognised by the provider's own id, whatever happens to its address.
  if (source.method !== 'oauth' || source.action === 'sign-in') return undefined;
  if (user.emailVerified !== true || typeof user.email !== 'string') return { error: 'email_not_verified' };
  if (source.action === 'create-user' && !(await isInvited(user.email.toLowerCase()))) return { error: 'not_invited' };
  return undefined;
}

/** Checked at each sign-in, because groups and addresses change. People without access stop being members. */
async function refuseByProvider({ user, source: { sso } }: Stated): Promise<{ error: string } | undefined> {
  const provider = ssoProviders().find(({ id }) => id === sso?.providerId);
  const profile = sso?.profile ?? {};
  if (provider === undefined || typeof user.email !== 'string') return { error: 'invalid_provider' };
  if (providerFor(user.email) !== provider) return { error: 'wrong_domain' };
  if (!isVerified(provider, profile)) return { error: 'email_not_verified' };
  const email = user.email.toLowerCase();
  const right = await rightAtSignIn(provider, { id: user.id, email }, profile);
  if ('role' in right) return undefined;
  await leaveTenant(provider.tenant, email);
  return { error: right.refusal };
}

/** The operator provides a SAML provider's metadata for these domains, so what it signs about them is trusted. */
function isVerified({ oidc }: SsoProvider, profile: Readonly<Record<string, unknown>>): boolean {
  return oidc === undefined || oidc.emailsAreVerified || profile.email_verified === true || profile.email_verified === 'true';
}

async function isInvited(email: string): Promise<boolean> {
  const [found] = await asSystem(
    database(),
    (tx) =>
      tx.$queryRaw<
        { isOpen: boolean }[]
      >`select exists (select 1 from "invitation" where "email" = ${email} and "expiresAt" > now()) as "isOpen"`,
  );
  return found?.isOpen === true;
}
