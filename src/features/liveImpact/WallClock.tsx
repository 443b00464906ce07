/** The time, and how old the shown data is. */
'use client';

import { freshnessWords } from '@/client/live/FreshnessMark';
import type { Freshness } from '@/client/live/freshness';
import { formatDuration } from '@/plain/formatDuration';
import { useNow } from '@/ui/useNow';
import classes from './WallScreen.module.css';

export function WallClock({ freshness, readAt }: { freshness: Freshness | null; readAt: number }) {
  const now = useNow();
  if (now === null) return null;
  return (
    <div className={classes.clock}>
      {freshness !== null && (
        <span className={classes.freshness} data-kind={freshness.kind}>
          <span role="status">{freshness.kind === 'stale' ? `Not current. ${freshnessWords(freshness)}` : freshnessWords(freshness)}</span>
          <span className={classes.age}>
            {freshness.kind === 'stale' ? `${formatDuration(now - freshness.since)} ago` : `read ${formatDuration(now - readAt)} ago`}
          </span>
        </span>
      )}
      <time className={classes.time} dateTime={new Date(now).toISOString()}>
        {new Date(now).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
      </time>
    </div>
  );
}
