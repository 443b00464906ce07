/** How long something has lasted, counting on, with its exact beginning on hover. */
'use client';

import { exactMoment, shortMoment } from './formatTimestamp';
import { spanWords } from './formatDuration';
import { useNow } from './useNow';

export function Since({ at, until = null }: { at: string; until?: string | null }) {
  const now = useNow();
  const end = until === null ? now : Date.parse(until);
  return (
    <time dateTime={at} title={`Since ${exactMoment(at)}`} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {end === null ? shortMoment(at) : spanWords(end - Date.parse(at))}
    </time>
  );
}
