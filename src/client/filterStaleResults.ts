/** Of what was found for fewer letters: what still has all of those typed since, so that Enter never takes something else while the answer is on its way. */
import type { FoundEntity } from '@/contract/landscapePicture';

/** As the service finds: any part of either name, in any case. */
export function filterStaleResults(found: readonly FoundEntity[], typed: string): readonly FoundEntity[] {
  const part = typed.trim().toLowerCase();
  return found.filter(({ name, technicalName }) => name.toLowerCase().includes(part) || technicalName.toLowerCase().includes(part));
}
