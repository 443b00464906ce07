/** Under which name the places of a landscape are held: each grouping has its own. */
import type { Grouping } from '@/contract/landscapePicture';

export function arrangementOf(tenantId: string, grouping: Grouping): string {
  return `${tenantId}.landscape.${grouping}`;
}
