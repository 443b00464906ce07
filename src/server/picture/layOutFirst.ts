/** Tries plans in turn. */
import type { LayOutFirst } from './makePicture';
import { namePixels } from './makePicture';
import { inGutters, layOut } from './layout/layOut';

export const layOutFirst: LayOutFirst = (attempts, window) => {
  for (const [index, { plan, leastPixels }] of attempts.entries()) {
    const layout = layOut(plan, window, inGutters);
    if (namePixels(layout.size, window) >= leastPixels) return Promise.resolve({ index, layout });
  }
  return Promise.resolve(null);
};
