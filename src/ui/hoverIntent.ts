/** Notices what somebody is about to press, so that its answer can be asked for ahead. */

/** A pointer that only passes over asks for nothing. */
const REST_MS = 25;

/** There is one pointer: where it rests next, it rests no more where it was. */
let resting: ReturnType<typeof setTimeout> | undefined;

/** Calls `ask` once the pointer has rested for a moment, unless it rests on something else before. Answers how to say that it has left. */
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

/** For the element that may be pressed: calls `ask` once the pointer rests on it or the keyboard comes to it. Nothing where there is nothing to ask. */
export function hoverIntent(ask: (() => void) | undefined): HoverIntentHandlers {
  if (ask === undefined) return {};
  return { onPointerEnter: () => void restOn(ask), onPointerLeave: () => clearTimeout(resting), onFocus: ask };
}
