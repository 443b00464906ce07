/** Filters earlier search results by the letters typed since, so that Enter never selects something else while the answer is loading. */
import type { FoundEntity } from '@/contract/landscapePicture';

/** Matches as the server does: any part of either name, ignoring case. */
export function filterStaleResults(found: readonly FoundEntity[], typed: string): readonly FoundEntity[] {
  const part = typed.trim().toLowerCase();
  return found.filter(({ name, technicalName }) => name.toLowerCase().includes(part) || technicalName.toLowerCase().includes(part));
}
