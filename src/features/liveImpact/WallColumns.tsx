/** The columns on a wall screen: drawn once at the wall's text size, without interaction. */
'use client';

import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { MARGIN } from '@/canvas/camera/viewport';
import { toSvg } from '@/canvas/export/toSvg';
import { columnsLook } from '@/client/impactColumns/columnsLook';
import { columnsPicture } from '@/client/impactColumns/columnsPicture';
import { ROW_SIZE } from '@/client/impactColumns/metrics';
import { placeBands } from '@/client/impactColumns/placeBands';
import { useStageSize } from '@/canvas/camera/useStageSize';
import { paletteOf } from '@/client/symbols/canvasPalette';
import type { LiveColumns } from '@/contract/impactColumns';
import { liveBands } from './liveBands';
import type { LiveImpact } from './useLiveImpact';
import classes from './WallScreen.module.css';

/** The smallest text of the columns, as a fraction of the wall's text, which scales with the screen. */
const TEXT_PART = 0.72;
/** The margin of a picture written to a file. */
const FILE_MARGIN = 24;

export function WallColumns({ columns, live }: { columns: LiveColumns; live: LiveImpact }) {
  const { stage, size } = useStageSize();
  const palette = paletteOf(useComputedColorScheme('light', { getInitialValueInEffect: false }));
  const drawn = useMemo(() => {
    if (size === null) return null;
    const scale = Math.max(1, (wallTextPixels() * TEXT_PART) / ROW_SIZE);
    const room = { width: size.width / scale + 2 * (MARGIN - FILE_MARGIN), height: size.height / scale + 2 * (MARGIN - FILE_MARGIN) };
    const picture = columnsPicture(placeBands(liveBands(columns, live), room), palette);
    return toSvg(picture, columnsLook(palette), null).text;
  }, [size, columns, live, palette]);
  return (
    <div className={classes.columns} ref={stage} role="img" aria-label="What fails, what it affects, and what it costs">
      {drawn !== null && <img className={classes.drawing} alt="" src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`} />}
    </div>
  );
}

/** The same as the wall's stylesheet: `clamp(14px, 2.1vmin + 0.3vw, 60px)`. */
function wallTextPixels(): number {
  const { innerWidth: width, innerHeight: height } = window;
  return Math.min(60, Math.max(14, Math.min(width, height) * 0.021 + width * 0.003));
}
