/** Signing in. */
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInPage } from '@/features/signIn/SignInPage';
import { localPath } from '@/features/signIn/localPath';
import { waysIn } from '@/server/auth/signIn';
import { findVisitor } from '@/app/visitor';

export const metadata: Metadata = { title: 'Sign in' };

export default async function SignIn({ searchParams }: { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> }) {
  const { next, error } = await searchParams;
  const returnTo = localPath(next);
  if ((await findVisitor()) !== null) redirect(returnTo);
  return <SignInPage returnTo={returnTo} {...waysIn()} error={[error].flat().at(-1) ?? null} />;
}
