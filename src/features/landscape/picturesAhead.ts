/** Which pictures of other groupings are drawn before one of them is chosen, and in which order. */
import type { Grouping, LandscapePicture } from '@/contract/landscapePicture';

export interface PicturesAhead {
  /** The part of the landscape that they show. */
  about: string;
  /** In the order in which they are drawn. */
  pictures: readonly LandscapePicture[];
  drawn: readonly Grouping[];
}

/** Those that are drawn, and one that is being drawn. */
export function begunOf({ pictures, drawn }: PicturesAhead): readonly LandscapePicture[] {
  const next = pictures.findIndex(({ grouping }) => !drawn.includes(grouping));
  return next === -1 ? pictures : pictures.slice(0, next + 1);
}

/** Another part of the landscape makes all before it forgotten. What is likeliest comes before all that are not begun. */
export function withPicture(before: PicturesAhead, about: string, picture: LandscapePicture, isLikeliest: boolean): PicturesAhead {
  if (before.about !== about) return { about, pictures: [picture], drawn: [] };
  const isSame = (other: LandscapePicture): boolean => other.grouping === picture.grouping;
  const begun = begunOf(before);
  if (begun.some(isSame) || (!isLikeliest && before.pictures.some(isSame))) return before;
  const waiting = before.pictures.slice(begun.length).filter((other) => !isSame(other));
  return { ...before, pictures: [...begun, ...(isLikeliest ? [picture, ...waiting] : [...waiting, picture])] };
}

/** Nothing changes where it was not drawn ahead. */
export function withDrawn(before: PicturesAhead, about: string, grouping: Grouping): PicturesAhead {
  const isAhead = before.about === about && begunOf(before).some((picture) => picture.grouping === grouping);
  return isAhead && !before.drawn.includes(grouping) ? { ...before, drawn: [...before.drawn, grouping] } : before;
}
