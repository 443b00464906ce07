/** What somebody chose last in the command palette, tenant by tenant, kept in this browser. */
import type { FoundEntity } from '@/contract/landscapePicture';

const MOST_RECENT = 6;
const keyOf = (tenantId: string): string => `faultline.recents.${tenantId}`;

/** The newest first, each once. */
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
    // A browser that keeps nothing for us simply has no recents.
  }
}
