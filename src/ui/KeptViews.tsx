/** Of several views that stand in the same place, the last few stay as they were, and each is there at once when it is wanted again; others are built before they are wanted. */
'use client';

import type { ReactNode } from 'react';
import { KeptBelow } from './KeptBelow';

interface Props {
  /** Names the view that is shown; none is while it is null. */
  shown: string | null;
  /** Names those that were shown before, the one that is shown among them. */
  kept: readonly string[];
  /** By their names, what is likely to be shown next. */
  ahead: ReadonlyMap<string, ReactNode>;
  /** The view that is shown. */
  children: ReactNode;
}

export function KeptViews({ shown, kept, ahead, children }: Props) {
  // Always in the same order, so that none is moved in the document.
  return [...new Set([...kept, ...ahead.keys()])].sort().map((name) => (
    <KeptBelow key={name} isShown={name === shown} isAhead={ahead.has(name)}>
      {name === shown ? children : ahead.get(name)}
    </KeptBelow>
  ));
}
