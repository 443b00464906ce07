/** The state of a replay: the moment shown, kept in the URL, and whether it is playing. */
'use client';

import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { IncidentReplay } from '@/contract/replay';
import { positionAsked, replayParsers } from './replayAddress';
import { firstPosition, instantAt, lastPosition, nextChange } from './steps';

/** How long each step stays while playing: steps of a minute, and shorter ones, of which there are more. */
const MINUTE_STAYS_MS = 800;
const SECONDS_STAY_MS = 400;
const FOREVER = { staleTime: Infinity };

/** `group` is the one whose applications are shown, where there are too many for all. */
export function useReplay(replay: IncidentReplay, group: string | null) {
  const [at, setAt] = useQueryState('at', replayParsers.at.withOptions({ history: 'replace', scroll: false }));
  const [isPlaying, setPlaying] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const last = lastPosition(replay);
  const position = positionAsked(replay, at);
  const optionsOf = (place: number) =>
    trpc.health.past.queryOptions({ at: instantAt(replay, place), ...(group === null ? {} : { group }) });
  const hasHistory = replay.to > replay.from;
  const past = useQuery({
    ...(hasHistory ? optionsOf(position) : trpc.health.past.queryOptions(skipToken)),
    ...FOREVER,
    placeholderData: keepPreviousData,
  });
  const isThere = past.data !== undefined && !past.isPlaceholderData;
  const go = (place: number): void => void setAt(instantAt(replay, Math.min(last, Math.max(0, place))));
  const isRunning = isPlaying && position < last;
  const readOn = useEffectEvent(() => void queryClient.prefetchQuery({ ...optionsOf(position + 1), ...FOREVER }));
  const step = useEffectEvent(() => go(position + 1));
  const staysMs = replay.stepSeconds < 60 ? SECONDS_STAY_MS : MINUTE_STAYS_MS;
  // Each step waits for its own answer, then stays for a while.
  useEffect(() => {
    if (!isRunning || !isThere) return undefined;
    readOn();
    const timer = setTimeout(step, staysMs);
    return () => clearTimeout(timer);
  }, [isRunning, isThere, position, staysMs]);
  return {
    position,
    last,
    instant: instantAt(replay, position),
    next: nextChange(replay, position),
    past,
    isPlaying: isRunning,
    go: (place: number) => {
      setPlaying(false);
      go(place);
    },
    toggle: () => {
      if (position >= last) go(firstPosition(replay));
      setPlaying(!isRunning);
    },
  };
}

export type Replaying = ReturnType<typeof useReplay>;
