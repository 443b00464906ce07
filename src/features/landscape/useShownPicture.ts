/** Which picture is shown, and on which canvas: one that is kept, one that was drawn ahead, or a new one that is built while the one before it stays. */
'use client';

import { useDeferredValue, useState } from 'react';
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';
import { groupedBy, type LandscapeView } from './landscapeAddress';
import { useForesight, type Foresight } from './useForesight';
import { usePicturesAhead } from './usePicturesAhead';

/** The whole, a part of it, and another grouping: to go back to one of them draws nothing anew. */
const MOST_KEPT = 3;

export interface ShownPicture {
  data: LandscapePicture;
  /** What is asked for is still being read or built. */
  isStale: boolean;
  /** Names its canvas. */
  name: string;
  /** Names what part of the landscape it is, once it is there. */
  part: string;
  /** The names of the canvases that were shown last. */
  kept: readonly string[];
  /** To be drawn where nobody sees them. */
  ahead: readonly LandscapePicture[];
  foresight: Foresight;
  nameOf(grouping: Grouping): string;
  drawn(grouping: Grouping): void;
  /** Another grouping is likely to be chosen. Ends once it can be drawn, or cannot be had. */
  expect(grouping: Grouping, isLikeliest?: boolean): Promise<void>;
}

export function useShownPicture(view: LandscapeView, latest: LandscapePicture, isPlaceholder: boolean): ShownPicture {
  const foresight = useForesight(view, latest.grouping);
  const ahead = usePicturesAhead(view, foresight);
  const [keptBefore, setKept] = useState<readonly string[]>([]);
  const nameOf = (grouping: Grouping): string => `${grouping} ${view.focus.length > 0 ? 'part' : 'whole'}`;
  const later = useDeferredValue(latest);
  const hasCanvas = keptBefore.includes(nameOf(latest.grouping)) || ahead.pictures.some(({ grouping }) => grouping === latest.grouping);
  const data = hasCanvas || latest.grouping === later.grouping ? latest : later;
  const isStale = isPlaceholder || data !== latest;
  // While the next part is being read, the one before it is shown; the very first has its name from the start.
  const [before, setShown] = useState({ part: '', name: '' });
  const isNext = !isStale || before.name === '';
  const part = isNext ? `${view.focus.join(' ')} ${view.hops}` : before.part;
  const name = isNext ? nameOf(data.grouping) : before.name;
  if (part !== before.part || name !== before.name) setShown({ part, name });
  const isPicture = view.view === 'picture';
  const kept =
    isPicture && keptBefore.at(-1) !== name ? [...keptBefore.filter((other) => other !== name), name].slice(-MOST_KEPT) : keptBefore;
  if (kept !== keptBefore) setKept(kept);
  const expect = async (grouping: Grouping, isLikeliest?: boolean): Promise<void> => {
    if (isPicture && !kept.includes(nameOf(grouping))) await ahead.expect(grouping, isLikeliest);
    else await foresight.arrangement(groupedBy(grouping));
  };
  return { data, isStale, name, part, kept, ahead: ahead.pictures, foresight, nameOf, drawn: ahead.drawn, expect };
}
