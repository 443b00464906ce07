/** Who is looking, read once per request for the pages: the session's person and the tenants they belong to. */
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { membershipsOf } from '@/server/auth/people';
import { findSession } from '@/server/auth/signIn';

export const findVisitor = cache(async () => {
  const person = await findSession(new Headers(await headers()));
  return person === null ? null : { person, memberships: await membershipsOf(person.id, person.providerId) };
});

/** The visitor. Redirects to sign-in, and back here, if nobody is signed in. */
export async function requireVisitor() {
  const visitor = await findVisitor();
  if (visitor !== null) return visitor;
  const asked = (await headers()).get('x-asked-path') ?? '/';
  redirect(asked === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(asked)}`);
}
