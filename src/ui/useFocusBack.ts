/** For a dialog that exists only while it is open: when it goes, the focus returns to what opened it, or to the button of the menu that did. */
'use client';

import { useEffect } from 'react';

function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu === null || menu === undefined ? focused : document.getElementById(menu);
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

export function useFocusBack(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // Whoever has moved on meanwhile is left there.
      if (document.activeElement === document.body) opener?.focus();
    };
  }, []);
}
