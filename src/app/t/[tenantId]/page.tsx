/** A tenant's address without a page: its home. */
import { redirect } from 'next/navigation';

export default async function TenantHome({ params }: { params: Promise<{ tenantId: string }> }) {
  redirect(`/t/${(await params).tenantId}/home`);
}
