/** The address of one entity in the inventory. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { EntityKind } from '@/domain/vocabulary';

export function inventoryHref(tenantId: string, kind: EntityKind, id: string): string {
  return `/t/${tenantId}/inventory/${ENTITY_REGISTRY[kind].path}?open=${id}`;
}
