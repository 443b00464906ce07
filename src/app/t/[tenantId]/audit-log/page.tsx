/** Who changed what in a tenant. */
import type { Metadata } from 'next';
import { AuditPage } from '@/features/adminAudit/AuditPage';

export const metadata: Metadata = { title: 'Audit log' };

export default function AuditLog() {
  return <AuditPage />;
}
