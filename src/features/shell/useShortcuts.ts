/** Keys that work on every page, except while somebody types or a dialog is open. */
'use client';

import { useEffect, useRef } from 'react';
import { useGo } from '@/client/live/NavigationGuard';
import { pageHref, pagesFor } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { PAGE_KEYS } from './pageKeys';

const SECOND_KEY_WITHIN_MS = 1_500;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null)
  );
}

export function useShortcuts({ onSheet }: { onSheet: () => void }): void {
  const { tenantId, role } = useTenant();
  const go = useGo();
  const begunAt = useRef<number | null>(null);
  useEffect(() => {
    const goTo = (key: string): void => {
      const page = pagesFor(role).find(({ path }) => PAGE_KEYS[path] === key);
      if (page !== undefined) go(pageHref(tenantId, page.path));
    };
    const listen = (event: KeyboardEvent): void => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('[role="dialog"]') !== null
      )
        return;
      const isSecond = begunAt.current !== null && event.timeStamp - begunAt.current < SECOND_KEY_WITHIN_MS;
      begunAt.current = null;
      if (isSecond) {
        event.preventDefault();
        event.stopImmediatePropagation();
        goTo(event.key.toLowerCase());
      } else if (event.key === 'g') begunAt.current = event.timeStamp;
      else if (event.key === '?') {
        event.preventDefault();
        onSheet();
      } else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('main input[id$="-search"]');
        if (field === null) return;
        event.preventDefault();
        field.focus();
      }
    };
    // Runs before the page's own keys: the letter after g is ours.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [tenantId, role, go, onSheet]);
}
