/** What takes long to build stays while something else is shown in its place, and is there at once when it is wanted again. */
'use client';

import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import classes from './KeptBelow.module.css';

interface Props {
  isShown: boolean;
  /** It is built before it is shown. */
  isAhead?: boolean;
  /** It keeps up with what changes while it is not shown, whenever there is time, instead of standing still until it is shown again. */
  keepsUp?: boolean;
  children: ReactNode;
}

/** Built when it is shown for the first time, unless asked for ahead. While it is not shown it keeps its size, and nobody can reach it. */
export function KeptBelow({ isShown, isAhead = false, keepsUp = false, children }: Props) {
  const [wasBuilt, setBuilt] = useState(false);
  const later = useDeferredValue(children);
  const isBuilt = wasBuilt || isShown || isAhead;
  if (isBuilt !== wasBuilt) setBuilt(isBuilt);
  if (!isBuilt) return null;
  return (
    <div className={isShown ? classes.shown : classes.below} aria-hidden={!isShown} inert={!isShown}>
      <Still isStill={!isShown && !keepsUp}>{isShown ? children : later}</Still>
    </div>
  );
}

const Still = memo(
  function Still({ children }: { isStill: boolean; children: ReactNode }) {
    return children;
  },
  (_before, { isStill }) => isStill,
);
