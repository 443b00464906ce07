/** A note beside the pointer. What it says stands in panels and tables too, so it is hidden from screen readers. */
import type { ReactNode } from 'react';
import classes from './overlay.module.css';
import type { Point } from './picture';

export function GraphTooltip({ at, children }: { at: Point; children: ReactNode }) {
  return (
    <div className={classes.tooltip} style={{ left: at.x, top: at.y }} aria-hidden="true">
      {children}
    </div>
  );
}
