/** All pages of a tenant, for its members only. Others see the same page as for a tenant that does not exist. */
import { cookies, headers } from 'next/headers';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageGate } from '@/client/PageGate';
import { TenantProvider } from '@/client/TenantProvider';
import { AppFrame } from '@/features/shell/AppFrame';
import { FOLD_COOKIE, isFoldedBy } from '@/features/shell/sampleFold';
import { SsoRequiredPage } from '@/features/signIn/SsoRequiredPage';
import { requireVisitor } from '@/app/visitor';

export default async function TenantLayout({ children, params }: { children: ReactNode; params: Promise<{ tenantId: string }> }) {
  const { tenantId } = await params;
  const { person, memberships } = await requireVisitor();
  const membership = memberships.find((candidate) => candidate.tenantId === tenantId);
  if (membership === undefined) notFound();
  if (membership.needsSso) {
    const returnTo = (await headers()).get('x-asked-path') ?? `/t/${tenantId}/home`;
    return <SsoRequiredPage tenantName={membership.name} returnTo={returnTo} hasOtherTenants={memberships.length > 1} />;
  }
  const isSampleFolded = isFoldedBy((await cookies()).get(FOLD_COOKIE)?.value);
  return (
    <TenantProvider tenant={membership}>
      <AppFrame person={person} memberships={memberships} isSampleFolded={isSampleFolded}>
        <PageGate>{children}</PageGate>
      </AppFrame>
    </TenantProvider>
  );
}
