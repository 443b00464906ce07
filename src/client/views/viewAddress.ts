/** Where a saved view leads, and which part of the current URL can be saved. */
import { pageHref } from '@/client/pages';
import { pageOfView } from '@/contract/values/savedViews';

export function viewHref(tenantId: string, path: string): string {
  return pageHref(tenantId, path);
}

/** The page with its query as it can be saved; null if the URL is no page of this tenant, or too long. */
export function savablePath(tenantId: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const root = pageHref(tenantId, '');
  if (!pathname.startsWith(root)) return null;
  const path = `${pathname.slice(root.length)}${search === '?' ? '' : search}`;
  return pageOfView(path) === null ? null : path;
}
