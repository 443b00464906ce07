/** The start page: opens the home page for people with one tenant, a choice for people with several. */
import { redirect } from 'next/navigation';
import { TenantChoice } from '@/features/shell/TenantChoice';
import { requireVisitor } from './visitor';

export default async function Home() {
  const { person, memberships } = await requireVisitor();
  const [only, ...others] = memberships;
  if (only !== undefined && others.length === 0) redirect(`/t/${only.tenantId}/home`);
  return <TenantChoice person={person} memberships={memberships} />;
}
