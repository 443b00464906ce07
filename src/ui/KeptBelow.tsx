/** What takes long to build stays while something else is shown in its place, and is there at once when it is wanted again. */
'use client';

import { memo, useRef, type ReactNode } from 'react';
import classes from './KeptBelow.module.css';

interface Props {
  isShown: boolean;
  children: ReactNode;
}

/** Built when it is shown for the first time. While it is not shown it keeps its size, stands still whatever changes, and nobody can reach it. */
export function KeptBelow({ isShown, children }: Props) {
  const wasShown = useRef(false);
  if (isShown) wasShown.current = true;
  if (!wasShown.current) return null;
  return (
    <div className={isShown ? classes.shown : classes.below} aria-hidden={!isShown} inert={!isShown}>
      <Still isStill={!isShown}>{children}</Still>
    </div>
  );
}

const Still = memo(
  function Still({ children }: { isStill: boolean; children: ReactNode }) {
    return children;
  },
  (_before, { isStill }) => isStill,
);
