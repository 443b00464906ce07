/** Shown instead of a tenant's page that does not exist. */
'use client';

import { homeHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { MessagePage } from '@/ui/MessagePage';

export function NoSuchPage() {
  const { tenantId, name } = useTenant();
  return (
    <MessagePage
      isFramed
      title="Page not found"
      detail="The address may be mistyped, or the page may have moved. Use the navigation to find every page."
      action={{ label: `Go to the home page of ${name}`, href: homeHref(tenantId) }}
    />
  );
}
