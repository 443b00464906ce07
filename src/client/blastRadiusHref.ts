/** The address of a blast radius. Its parameters are named as in the REST API. */
import type { EntityKind } from '@/domain/vocabulary';

export function blastRadiusHref(tenantId: string, entityType: EntityKind, entityId: string): string {
  return `/t/${tenantId}/blast-radius?${new URLSearchParams({ entityType, entityId }).toString()}`;
}
