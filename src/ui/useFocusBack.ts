/**
 * For a dialog that exists only while it is open: when it closes, the focus returns to what opened it, or to the button of the menu that
 * did.
 */
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
      // If the focus has moved elsewhere meanwhile, it stays there.
      if (document.activeElement === document.body) opener?.focus();
    };
  }, []);
}
