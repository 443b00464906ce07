/** How long something has lasted, counting up, with its exact start on hover. */
'use client';

import { formatExactTimestamp } from './formatTimestamp';
import { formatDuration } from '@/plain/formatDuration';
import { useIsHydrated } from './useIsHydrated';
import { useNow } from './useNow';

export function Elapsed({ at, until = null }: { at: string; until?: string | null }) {
  const now = useNow();
  const isUtc = !useIsHydrated();
  const end = until === null ? now : Date.parse(until);
  return (
    <time
      dateTime={at}
      title={`Since ${formatExactTimestamp(at, isUtc)}`}
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {end === null ? '…' : formatDuration(end - Date.parse(at))}
    </time>
  );
}
