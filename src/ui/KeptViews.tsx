/** Of several views that stand in the same place, the last few stay as they were, and each is there at once when it is wanted again. */
'use client';

import { useRef, type ReactNode } from 'react';
import { KeptBelow } from './KeptBelow';

interface Props {
  /** Names the view that is shown; none is while it is null. */
  shown: string | null;
  /** So many are kept, the one that is shown among them. */
  most: number;
  /** The view that is shown. */
  children: ReactNode;
}

export function KeptViews({ shown, most, children }: Props) {
  const latest = useRef<readonly string[]>([]);
  if (shown !== null) latest.current = [...latest.current.filter((name) => name !== shown), shown].slice(-most);
  // Always in the same order, so that none is moved in the document.
  return [...latest.current].sort().map((name) => (
    <KeptBelow key={name} isShown={name === shown}>
      {name === shown ? children : null}
    </KeptBelow>
  ));
}
