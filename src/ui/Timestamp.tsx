/** A moment as people read it, with its exact time on hover. */
'use client';

import { exactMoment, shortMoment } from './formatTimestamp';

export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactMoment(at)}>
      {shortMoment(at)}
    </time>
  );
}
