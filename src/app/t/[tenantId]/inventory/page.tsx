/** The inventory opens with the applications. */
import { redirect } from 'next/navigation';

export default async function Inventory({ params }: { params: Promise<{ tenantId: string }> }) {
  const { tenantId } = await params;
  redirect(`/t/${tenantId}/inventory/applications`);
}
