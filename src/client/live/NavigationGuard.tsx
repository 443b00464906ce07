/**
 * Keeps people inside the app who press a link while the server is down: otherwise the browser would show its own error page, and
 * everything shown and typed here would be gone. The page opens once the server answers, unless something was typed meanwhile.
 */
'use client';

import { useRouter } from 'next/navigation';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConnection, useFeedStatus } from './LiveFeedProvider';

interface Guard {
  /** Goes there, or records that it could not be opened. */
  go(href: string): void;
  /** The link that could not be opened; null if there is none. */
  refused: string | null;
}

const GuardContext = createContext<Guard | null>(null);

/** Navigates to a page of ours from code, as a link would. */
export function useGo(): (href: string) => void {
  const guard = useContext(GuardContext);
  const router = useRouter();
  return guard?.go ?? router.push;
}

/** The link that could not be opened; null if there is none. */
export function useRefusedPage(): string | null {
  return useContext(GuardContext)?.refused ?? null;
}

export function NavigationGuard({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { isReachable, mayLeave } = useConnection();
  const isLost = useFeedStatus() === 'lost';
  const [refused, setRefused] = useState<string | null>(null);
  const go = useCallback(
    (href: string) => {
      void mayLeave().then((may) => {
        setRefused(may ? null : href);
        if (may) router.push(href);
      });
    },
    [mayLeave, router],
  );
  useEffect(() => {
    if (!isLost) return undefined;
    const keep = (event: MouseEvent): void => {
      const href = pageBehind(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      go(href);
    };
    // In the capture phase, before the link itself handles the press.
    document.addEventListener('click', keep, { capture: true });
    return () => document.removeEventListener('click', keep, { capture: true });
  }, [isLost, go]);
  useEffect(() => {
    if (refused === null) return undefined;
    if (isReachable) go(refused);
    const stay = (): void => setRefused(null);
    document.addEventListener('input', stay, { capture: true });
    return () => document.removeEventListener('input', stay, { capture: true });
  }, [isReachable, refused, go]);
  const guard = useMemo(() => ({ go, refused }), [go, refused]);
  return <GuardContext value={guard}>{children}</GuardContext>;
}

/** The URL of ours that this press would open in this window; null for any other press. */
function pageBehind({ button, metaKey, ctrlKey, shiftKey, altKey, target }: MouseEvent): string | null {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return null;
  const link = target.closest('a');
  if (link === null || link.href === '' || link.target === '_blank' || link.hasAttribute('download')) return null;
  const { origin, pathname, search } = new URL(link.href, window.location.href);
  if (origin !== window.location.origin) return null;
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return isHere ? null : `${pathname}${search}`;
}
