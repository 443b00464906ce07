/** The address of the landscape as it was at a moment of an incident. */
import { pageHref } from '@/client/pages';

export function landscapeThen(tenantId: string, at: string): string {
  return `${pageHref(tenantId, 'landscape')}?at=${encodeURIComponent(at)}`;
}
