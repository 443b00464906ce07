/** Notices what somebody is about to press, so that its answer can be prefetched. */

/** A pointer that only passes over triggers nothing. */
const REST_MS = 25;

/** There is one pointer: when it rests on something else, the previous one is cancelled. */
let resting: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `ask` once the pointer has rested for a moment, unless it rests on something else first. Returns a function to call when the
 * pointer leaves.
 */
export function restOn(ask: () => void): () => void {
  clearTimeout(resting);
  const own = setTimeout(ask, REST_MS);
  resting = own;
  return () => clearTimeout(own);
}

export interface HoverIntentHandlers {
  onPointerEnter?(): void;
  onPointerLeave?(): void;
  onFocus?(): void;
}

/**
 * Event handlers for an element that may be pressed: calls `ask` when the pointer rests on it or the keyboard focuses it. Does nothing
 * without `ask`.
 */
export function hoverIntent(ask: (() => void) | undefined): HoverIntentHandlers {
  if (ask === undefined) return {};
  return { onPointerEnter: () => void restOn(ask), onPointerLeave: () => clearTimeout(resting), onFocus: ask };
}
