/** For addresses that lead nowhere, and for tenants that are not the visitor's. */
import { MessagePage } from '@/ui/MessagePage';

export const metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <MessagePage
      title="There is nothing here for you"
      detail="The address is mistyped, or it belongs to a tenant that you are not a member of. An admin of that tenant can invite you."
      action={{ label: 'Go to your landscape', href: '/' }}
    />
  );
}
