/** For addresses that lead nowhere, and for tenants that are not the visitor's. */
import { MessagePage } from '@/ui/MessagePage';
import { findVisitor } from './visitor';

export const metadata = { title: 'Not found' };

const MISTYPED = 'The address is mistyped, or it belongs to a tenant that you are not a member of. An admin of that tenant can invite you.';

export default async function NotFound() {
  const visitor = await findVisitor();
  if (visitor === null)
    return (
      <MessagePage
        title="There is nothing here for you"
        detail="The address is mistyped, or it is there for those who have signed in."
        action={{ label: 'Sign in', href: '/sign-in' }}
      />
    );
  const { person, memberships } = visitor;
  const [only, ...others] = memberships;
  const detail = `${MISTYPED} You are signed in as ${person.email}.`;
  if (only !== undefined && others.length === 0)
    return (
      <MessagePage
        title="There is nothing here for you"
        detail={detail}
        action={{ label: `Go to ${only.name}`, href: `/t/${only.tenantId}/home` }}
      />
    );
  return (
    <MessagePage
      title="There is nothing here for you"
      detail={detail}
      action={{ label: only === undefined ? 'See what you can do' : 'Choose one of your tenants', href: '/' }}
    />
  );
}
