/** Escape for what lies at the bottom of a page, such as a panel: whatever is open above it takes the key for itself. */
'use client';

import { useEffect, useRef } from 'react';

const ABOVE = '[role="dialog"], [role="menu"], [role="listbox"]';
const TYPED_IN = 'input, textarea, select, [contenteditable="true"]';

/** Menus and lists that are closed may be held ready, unseen. */
function isSomethingAbove(): boolean {
  return [...document.querySelectorAll(ABOVE)].some((element) => element.checkVisibility({ visibilityProperty: true }));
}

export function useEscape(leave: () => unknown): void {
  const current = useRef(leave);
  useEffect(() => {
    current.current = leave;
  });
  useEffect(() => {
    // It listens from before a dialog opens, and so looks while that one is still there.
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || isSomethingAbove()) return;
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
      current.current();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
