/** Shown for unknown URLs, and for tenants that the visitor is not a member of. */
import { MessagePage } from '@/ui/MessagePage';
import { findVisitor } from './visitor';

export const metadata = { title: 'Not found' };

const MISTYPED =
  'The address may be mistyped, or it belongs to a tenant that you are not a member of. An Admin of that tenant can invite you.';

export default async function NotFound() {
  const visitor = await findVisitor();
  if (visitor === null)
    return (
      <MessagePage
        title="Page not found"
        detail="The address may be mistyped, or you need to sign in to see it."
        action={{ label: 'Sign in', href: '/sign-in' }}
      />
    );
  const { person, memberships } = visitor;
  const [only, ...others] = memberships;
  const detail = `${MISTYPED} You are signed in as ${person.email}.`;
  if (only !== undefined && others.length === 0)
    return (
      <MessagePage title="Page not found" detail={detail} action={{ label: `Go to ${only.name}`, href: `/t/${only.tenantId}/home` }} />
    );
  return (
    <MessagePage
      title="Page not found"
      detail={detail}
      action={{ label: only === undefined ? 'See what you can do' : 'Choose one of your tenants', href: '/' }}
    />
  );
}
