/** Opens the start view that somebody has chosen for a page if the URL specifies nothing. */
'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { SavedView } from '@/contract/savedViews';
import { useTenant } from '@/client/tenantContext';
import { viewHref } from './viewAddress';

/** Once per visit: clearing the filters later shows everything. */
export function useDefaultView(page: string, views: readonly SavedView[] | undefined): void {
  const { tenantId } = useTenant();
  const router = useRouter();
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (views === undefined || opened.current === page) return;
    opened.current = page;
    const view = views.find(({ isDefault, ...own }) => isDefault && own.page === page);
    if (view !== undefined && view.path !== page && window.location.search === '') router.replace(viewHref(tenantId, view.path));
  }, [page, views, router, tenantId]);
}
