/** Where a page of the tenant would be that there is none of. */
'use client';

import { homeHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { MessagePage } from '@/ui/MessagePage';

export function NoSuchPage() {
  const { tenantId, name } = useTenant();
  return (
    <MessagePage
      isFramed
      title="There is no such page"
      detail="The address is mistyped, or the page has moved. Use the navigation to find every page."
      action={{ label: `Go to the home page of ${name}`, href: homeHref(tenantId) }}
    />
  );
}
