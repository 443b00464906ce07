/** The URL of a blast radius. Its parameters have the REST API's names. */
import type { EntityKind } from '@/domain/vocabulary';

export function blastRadiusHref(tenantId: string, entityType: EntityKind, entityId: string): string {
  return `/t/${tenantId}/blast-radius?${new URLSearchParams({ entityType, entityId }).toString()}`;
}
