/** Who belongs to a tenant. */
import type { Metadata } from 'next';
import { MembersPage } from '@/features/adminMembers/MembersPage';

export const metadata: Metadata = { title: 'Members' };

export default function Members() {
  return <MembersPage />;
}
