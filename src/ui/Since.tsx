/** How long something has lasted, counting on, with its exact beginning on hover. */
'use client';

import { exactMoment, shortMoment } from './momentWords';
import { spanWords } from './spanWords';
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
