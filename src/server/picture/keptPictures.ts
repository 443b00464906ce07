/** Keeps each tenant's last pictures in this process, so that nothing is laid out twice, not even at the same time. */
import { createHash } from 'node:crypto';
import { keepLast } from '@/plain/keepLast';
import type { PictureInput } from '@/contract/picture';
import { WINDOW_STEP } from '@/contract/values/picture';
import { processState } from '@/server/processState';
import type { LiveStates } from '@/server/health/liveStates';
import type { MadePicture } from './makePicture';

const MOST_KEPT = 64;
const MOST_TENANTS = 200;

interface Kept {
  made: Promise<MadePicture>;
  /** For pictures that filter by health: the states that they show. */
  live: LiveStates | null;
}

/** Normalizes a question: rounds sizes down, sorts lists and removes duplicates. */
export function plainInput(input: PictureInput): PictureInput {
  const rounded = (pixels: number): number => Math.max(WINDOW_STEP, Math.floor(pixels / WINDOW_STEP) * WINDOW_STEP);
  const sorted = <Value extends string>(values: readonly Value[]): Value[] => [...new Set(values)].sort();
  const { grouping, level, open, filters, question, width, height } = input;
  const plainFilters = Object.fromEntries(
    Object.entries(filters)
      .filter(([, values]) => values !== undefined)
      .map(([name, values]) => [name, sorted(values as string[])])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ) as PictureInput['filters'];
  return {
    grouping,
    level,
    open: sorted(open),
    filters: plainFilters,
    question: question === null ? null : { around: sorted(question.around), hops: question.hops },
    width: rounded(width),
    height: rounded(height),
  };
}

/**
 * `landscape` identifies the landscape that is shown, and what its domains are. `live` is set for pictures that depend on health, and null for all others. Failures
 * are not kept.
 */
export function keptPicture(
  tenantId: string,
  landscape: string,
  input: PictureInput,
  live: LiveStates | null,
  make: () => Promise<MadePicture>,
): Promise<MadePicture> {
  const all = processState('pictures', () => new Map<string, Map<string, Kept>>());
  const own = all.get(tenantId) ?? new Map<string, Kept>();
  keepLast(all, tenantId, own, MOST_TENANTS);
  const key = createHash('sha256')
    .update(`${landscape} ${JSON.stringify(input)}`)
    .digest('base64');
  const held = own.get(key);
  const { made } = held !== undefined && held.live === live ? held : { made: make() };
  keepLast(own, key, { made, live }, MOST_KEPT);
  made.catch(() => {
    if (own.get(key)?.made === made) own.delete(key);
  });
  return made;
}
