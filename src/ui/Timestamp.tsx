/** A time for people, with the exact timestamp on hover: in UTC, and saying so, until the reader's time zone is known. */
'use client';

import { formatExactTimestamp, formatTimestamp } from './formatTimestamp';
import { useIsHydrated } from './useIsHydrated';

export function Timestamp({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) {
  const isUtc = !useIsHydrated();
  return (
    <time dateTime={at} title={formatExactTimestamp(at, isUtc)}>
      {formatTimestamp(at, hasSeconds, isUtc)}
    </time>
  );
}
