/** The maintenance windows of a tenant. */
import type { Metadata } from 'next';
import { MaintenancePage } from '@/features/maintenance/MaintenancePage';

export const metadata: Metadata = { title: 'Maintenance' };

export default function Maintenance() {
  return <MaintenancePage />;
}
