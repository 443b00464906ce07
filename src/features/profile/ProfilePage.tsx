/** What people manage for themselves: name, password, sessions, appearance, and their tenants. */
'use client';

import type { Membership } from '@/client/tenantContext';
import { PageFrame } from '@/ui/PageFrame';
import { AppearanceSection } from './AppearanceSection';
import { NameForm } from './NameForm';
import { PasswordForm } from './PasswordForm';
import { SessionList } from './SessionList';
import { TenantList } from './TenantList';

interface Props {
  person: { name: string; email: string };
  memberships: readonly Membership[];
}

export function ProfilePage({ person, memberships }: Props) {
  return (
    <PageFrame title="Your profile" intro={`You sign in as ${person.email}.`} width="narrow">
      <NameForm name={person.name} />
      <PasswordForm />
      <SessionList />
      <AppearanceSection />
      <TenantList memberships={memberships} />
    </PageFrame>
  );
}
