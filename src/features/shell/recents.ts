/** The last choices in the command palette, by tenant, kept in this browser. */
import type { FoundEntity } from '@/contract/landscapePicture';

const MOST_RECENT = 6;
const keyOf = (tenantId: string): string => `faultline.recents.${tenantId}`;

/** Newest first, without duplicates. */
export function withRecent(recents: readonly FoundEntity[], chosen: FoundEntity): FoundEntity[] {
  return [chosen, ...recents.filter(({ id }) => id !== chosen.id)].slice(0, MOST_RECENT);
}

export function readRecents(tenantId: string): FoundEntity[] {
  try {
    const stored = JSON.parse(window.localStorage.getItem(keyOf(tenantId)) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as FoundEntity[]) : [];
  } catch {
    return [];
  }
}

export function noteRecent(tenantId: string, chosen: FoundEntity): void {
  try {
    window.localStorage.setItem(keyOf(tenantId), JSON.stringify(withRecent(readRecents(tenantId), chosen)));
  } catch {
    // A browser without storage has no recents.
  }
}
