/** Escape for something at the bottom of a page, such as a panel: anything open above it handles the key first. */
'use client';

import { useEffect, useRef } from 'react';

const ABOVE = '[role="dialog"], [role="menu"], [role="listbox"]';
const TYPED_IN = 'input, textarea, select, [contenteditable="true"]';

/** Closed menus and lists may stay in the document, hidden. */
function isSomethingAbove(): boolean {
  return [...document.querySelectorAll(ABOVE)].some((element) => element.checkVisibility({ visibilityProperty: true }));
}

export function useEscape(leave: () => unknown): void {
  const current = useRef(leave);
  useEffect(() => {
    current.current = leave;
  });
  useEffect(() => {
    // It was added before the dialog opened, so it still finds the dialog open.
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || isSomethingAbove()) return;
      if (event.target instanceof Element && event.target.matches(TYPED_IN)) return;
      current.current();
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
