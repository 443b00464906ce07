/** Draws the pictures of other groupings unseen, one after the other, while somebody is about to choose one of them. */
'use client';

import { startTransition, useState } from 'react';
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';
import { groupedBy, landscapeViewAfter, pictureInputOf, type LandscapeView } from './landscapeAddress';
import { begunOf, withDrawn, withPicture } from './picturesAhead';
import type { Foresight } from './useForesight';

interface Ahead {
  /** To be drawn where nobody sees them. */
  pictures: readonly LandscapePicture[];
  /** Ends once it can be drawn, or cannot be had. */
  expect(grouping: Grouping, isLikeliest?: boolean): Promise<void>;
  drawn(grouping: Grouping): void;
}

const NONE: readonly LandscapePicture[] = [];

export function usePicturesAhead(view: LandscapeView, foresight: Foresight): Ahead {
  // What all groupings have in common.
  const about = JSON.stringify(pictureInputOf(landscapeViewAfter(view, groupedBy('none')), null));
  const [ahead, setAhead] = useState({ about, pictures: NONE, drawn: [] as readonly Grouping[] });
  return {
    pictures: ahead.about === about ? begunOf(ahead) : NONE,
    expect: async (grouping, isLikeliest = false) => {
      const picture = await foresight.arrangement(groupedBy(grouping));
      if (picture !== undefined) startTransition(() => setAhead((before) => withPicture(before, about, picture, isLikeliest)));
    },
    drawn: (grouping) => startTransition(() => setAhead((before) => withDrawn(before, about, grouping))),
  };
}
