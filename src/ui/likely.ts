/** Notices what somebody is about to press, so that its answer can be asked for ahead. */

/** A pointer that only passes over asks for nothing. */
const REST_MS = 40;

let resting: ReturnType<typeof setTimeout> | undefined;

/** Calls `ask` once the pointer has rested for a moment, unless it goes on to something else before; nothing where it is nowhere. */
export function restOn(ask: (() => void) | undefined): void {
  clearTimeout(resting);
  if (ask !== undefined) resting = setTimeout(ask, REST_MS);
}

export interface LikelyHandlers {
  onPointerEnter?(): void;
  onPointerLeave?(): void;
  onFocus?(): void;
}

/** For the element that may be pressed: calls `ask` once the pointer rests on it or the keyboard comes to it. Nothing where there is nothing to ask. */
export function likely(ask: (() => void) | undefined): LikelyHandlers {
  if (ask === undefined) return {};
  return { onPointerEnter: () => restOn(ask), onPointerLeave: () => restOn(undefined), onFocus: ask };
}
