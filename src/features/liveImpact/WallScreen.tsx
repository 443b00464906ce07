/** Live impact for a screen on a wall: readable across a room, nothing to click, and open about its own age. */
'use client';

import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { failureOf } from '@/client/failure';
import { useFreshness } from '@/client/live/FreshnessMark';
import { useTenant } from '@/client/tenantContext';
import { verdictTint } from './stateStyle';
import { useLeaveByEscape } from './useLeaveByEscape';
import type { Columns, LiveImpact, useLiveImpact } from './useLiveImpact';
import { useWakeLock } from './useWakeLock';
import { verdictOf } from './verdict';
import { VerdictMark } from './VerdictMark';
import { WallCauses } from './WallCauses';
import { WallClock } from './WallClock';
import { WallFoot } from './WallFoot';
import { WallColumns } from './WallColumns';
import { WallReach } from './WallReach';
import classes from './WallScreen.module.css';

export function WallScreen({ live, onLeave }: { live: ReturnType<typeof useLiveImpact>; onLeave(): void }) {
  const { name } = useTenant();
  const freshness = useFreshness(live.shown);
  useWakeLock();
  const leave = (): void => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    onLeave();
  };
  useLeaveByEscape(leave);
  return (
    <div className={classes.wall} data-stale={freshness?.kind === 'stale' || undefined}>
      <header className={classes.head}>
        <h1 className={classes.tenant}>{name}</h1>
        <WallClock freshness={freshness} readAt={live.shown.dataUpdatedAt} />
        <ActionIcon className={classes.leave} size={30} onClick={leave} aria-label="Leave the wall screen">
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </header>
      {live.data === undefined ? <WallWithout error={live.error} /> : <WallBody live={live.data} columns={live.columns} />}
    </div>
  );
}

/** Longer sentences are written smaller, or they would push the worst items off the screen. */
const LONG = 90;

function WallBody({ live, columns }: { live: LiveImpact; columns: Columns | undefined }) {
  const verdict = verdictOf(live);
  const hasColumns = columns !== undefined && columns.causes.length > 0;
  return (
    <div className={classes.body}>
      <section className={classes.verdict} style={verdictTint(verdict.mark)} aria-label="Status">
        <VerdictMark mark={verdict.mark} size="2.6em" />
        <div>
          <p className={classes.sentence} role="status" data-long={verdict.sentence.length > LONG || undefined}>
            {verdict.sentence}
          </p>
          <p className={classes.detail}>{verdict.detail}</p>
        </div>
      </section>
      {hasColumns ? (
        <div className={classes.middle}>
          <WallColumns columns={columns} live={live} />
          <div className={classes.lists}>
            <WallCauses live={live} />
            <WallReach snapshot={live.snapshot} isBesideColumns causes={live.impact.causes.length} />
          </div>
        </div>
      ) : (
        <>
          <WallCauses live={live} />
          <WallReach snapshot={live.snapshot} isBesideColumns={false} causes={live.impact.causes.length} />
        </>
      )}
      <WallFoot snapshot={live.snapshot} />
    </div>
  );
}

function WallWithout({ error }: { error: unknown }) {
  return (
    <div className={classes.body}>
      <p className={classes.sentence} role="status">
        {error === null ? 'Loading live impact' : 'Live impact cannot be loaded'}
      </p>
      {error !== null && <p className={classes.detail}>{failureOf(error).message} This screen retries by itself.</p>}
    </div>
  );
}
