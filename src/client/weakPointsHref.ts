/** The address of the weak points of one entity. Its parameters are named as in the REST API. */
import type { WeakPointEntityKind } from '@/domain/graph/weakPoints/weakPointQuestion';

export function weakPointsHref(tenantId: string, entityType: WeakPointEntityKind, entityId: string): string {
  return `/t/${tenantId}/weak-points?${new URLSearchParams({ entityType, entityId }).toString()}`;
}
