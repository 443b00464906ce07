/** Whom a provider's word lets in. Signing in makes an account for nobody but those who are invited, and joins none by an address that the provider has not verified. */
import { database } from '../db';
import { asSystem } from '../tenantDb';

interface Stated {
  user: { email?: string | null | undefined; emailVerified?: boolean | undefined };
  source: { method: string; action: string };
}

/** Why not, in a word for the sign-in page; undefined for who may go on. */
export async function refuseStranger({ user, source }: Stated): Promise<{ error: string } | undefined> {
  // An account that was joined is known by the provider's own name for it, whatever becomes of its address.
  if (source.method !== 'oauth' || source.action === 'sign-in') return undefined;
  if (user.emailVerified !== true || typeof user.email !== 'string') return { error: 'email_not_verified' };
  if (source.action === 'create-user' && !(await isInvited(user.email.toLowerCase()))) return { error: 'not_invited' };
  return undefined;
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
