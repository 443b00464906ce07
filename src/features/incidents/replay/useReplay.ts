/** The state of a replay: the minute shown, kept in the URL, and whether it is playing. */
'use client';

import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTRPC } from '@/client/trpc';
import type { IncidentReplay } from '@/contract/replay';
import { firstPosition, instantAt, lastPosition, nextChange, positionOf } from './minutes';

/** How long each minute stays while playing. */
const STEP_MS = 800;
const FOREVER = { staleTime: Infinity };

/** `group` is the one whose applications are shown, where there are too many for all. */
export function useReplay(replay: IncidentReplay, group: string | null) {
  const [at, setAt] = useQueryState('at', parseAsString.withOptions({ history: 'replace', scroll: false }));
  const [isPlaying, setPlaying] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const last = lastPosition(replay);
  const position = at === null ? firstPosition(replay) : positionOf(replay, at);
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
  // Each minute waits for its own answer, then stays for STEP_MS.
  useEffect(() => {
    if (!isRunning || !isThere) return undefined;
    readOn();
    const timer = setTimeout(step, STEP_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isThere, position]);
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
