/** Letters typed after the palette was opened and before its input has the focus. */
'use client';

import { useEffect } from 'react';

/** Passes them on, so that they do not go to whatever had the focus before. */
export function useLettersBeforeFocus(isOpened: boolean, onLetter: (letter: string) => void): void {
  useEffect(() => {
    if (!isOpened) return undefined;
    const keep = (event: KeyboardEvent): void => {
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (isInDialog || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      onLetter(event.key);
    };
    window.addEventListener('keydown', keep, { capture: true });
    return () => window.removeEventListener('keydown', keep, { capture: true });
  }, [isOpened, onLetter]);
}
