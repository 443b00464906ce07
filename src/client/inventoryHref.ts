/** The URL of one entity in the inventory. */
import { KINDS } from '@/contract/values/kinds';
import type { EntityKind } from '@/domain/vocabulary';

export function inventoryHref(tenantId: string, kind: EntityKind, id: string): string {
  return `/t/${tenantId}/inventory/${KINDS[kind].path}?open=${id}`;
}
