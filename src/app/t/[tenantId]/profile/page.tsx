/** What people manage for themselves. */
import type { Metadata } from 'next';
import { ProfilePage } from '@/features/profile/ProfilePage';
import { requireVisitor } from '@/app/visitor';

export const metadata: Metadata = { title: 'Your profile' };

export default async function Profile() {
  const { person, memberships } = await requireVisitor();
  return <ProfilePage person={person} memberships={memberships} />;
}
