/** A time for people, with the exact timestamp on hover. */
'use client';

import { formatExactTimestamp, formatTimestamp } from './formatTimestamp';

export function Timestamp({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) {
  return (
    <time dateTime={at} title={formatExactTimestamp(at)}>
      {formatTimestamp(at, hasSeconds)}
    </time>
  );
}
