/**
 * A tooltip beside the pointer, on the side where it stays inside the picture. Panels and tables say the same, so it is hidden from screen
 * readers.
 */
import type { ReactNode } from 'react';
import type { Point } from '@/canvas/model/picture';
import classes from './PictureTooltip.module.css';

/** `at` in pixels from the top left corner of a frame of this size. */
export function PictureTooltip({ at, frame, children }: { at: Point; frame: { width: number; height: number }; children: ReactNode }) {
  const isRight = at.x > frame.width / 2;
  const isLow = at.y > frame.height / 2;
  const shift = `translate(${isRight ? 'calc(-100% - 12px)' : '14px'}, ${isLow ? 'calc(-100% - 12px)' : '14px'})`;
  return (
    <div className={classes.tooltip} style={{ left: at.x, top: at.y, transform: shift }} aria-hidden="true">
      {children}
    </div>
  );
}
