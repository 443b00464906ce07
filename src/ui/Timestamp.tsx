/** A time for people, with the exact timestamp on hover. */
'use client';

import { formatExactTimestamp, formatTimestamp } from './formatTimestamp';

export function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTimestamp(at)}>
      {formatTimestamp(at)}
    </time>
  );
}
