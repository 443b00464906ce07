/** What the landscape page asks for first. Pure. */
import { roomIn } from '@/canvas/camera/viewport';
import type { PictureInput } from '@/contract/picture';
import type { KeptLook } from './keptLook';
import { isPast, isUngrouped, pictureInputOf, type LandscapeView } from './landscapeAddress';

interface FirstInput {
  picture: PictureInput;
  marks: PictureInput & { colourBy: LandscapeView['colour'] };
}

/** Null for a page that opens with something else than the picture of the present. */
export function firstPictureInput(view: LandscapeView, kept: KeptLook): FirstInput | null {
  if (view.view !== 'picture' || isPast(view)) return null;
  const grouping = isUngrouped(view) ? kept.grouping : view.grouping;
  const picture = pictureInputOf({ ...view, grouping }, roomIn(kept.size));
  return { picture, marks: { ...picture, colourBy: view.colour } };
}
