/** Remembers which identity provider began a session, and what the provider calls it, so that the provider can end it. */
import { decodeJwt } from 'jose';
import { database } from '@/server/db/database';

const BY_PROVIDER = ['/sso/callback/:providerId', '/sso/saml2/sp/acs/:providerId'];

/** The provider by which somebody signs in at this path of better-auth; null for every other way in. */
function providerAt(path: string, params: Readonly<Record<string, string | undefined>>): string | null {
  if (path === '/callback/:id') return params.id ?? null;
  return BY_PROVIDER.includes(path) ? (params.providerId ?? null) : null;
}

/** Does nothing for a session that no provider began. */
export async function rememberOrigin(
  path: string,
  params: Readonly<Record<string, string | undefined>>,
  session: { id: string; userId: string },
): Promise<void> {
  const providerId = providerAt(path, params);
  if (providerId === null) return;
  const { system } = database();
  // The newest token is that of this sign-in, which has just been verified.
  const account = await system.account.findFirst({
    where: { providerId, userId: session.userId },
    orderBy: { updatedAt: 'desc' },
    select: { idToken: true },
  });
  const sid = account?.idToken == null ? undefined : decodeJwt(account.idToken).sid;
  const providerSid = typeof sid === 'string' && sid !== '' ? sid : null;
  await system.session.update({ where: { id: session.id }, data: { providerId, providerSid } });
}
