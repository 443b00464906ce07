/** The area while it is being drawn, and how many things are in it, also for screen readers. */
import type { Box } from '@/canvas/model/picture';
import classes from './AreaOverlay.module.css';

const HINT =
  'Drag a frame around what you want to select. Or move it with the arrow keys, resize it with Shift and the arrow keys, and press Enter. Escape cancels.';

interface Props {
  area: Box | null;
  /** What is said of the area. */
  words: string;
  isOn: boolean;
}

export function AreaOverlay({ area, words, isOn }: Props) {
  return (
    <>
      {isOn && <div className={classes.catcher} data-testid="area" />}
      {area !== null && (
        <div className={classes.area} style={{ left: area.x, top: area.y, width: area.width, height: area.height }} aria-hidden="true" />
      )}
      {/* There before it says anything: screen readers announce what changes in it. */}
      <p className={classes.hint} role="status">
        {area !== null ? words : isOn ? HINT : ''}
      </p>
    </>
  );
}
