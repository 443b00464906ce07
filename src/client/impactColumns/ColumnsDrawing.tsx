/** Columns drawn into the available space, with the path to the selection highlighted and a tooltip for what is under the pointer. */
'use client';

import { Group, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo, useState, type RefObject } from 'react';
import { useStageSize } from '@/canvas/camera/useStageSize';
import classes from '@/canvas/overlay/DrawingFrame.module.css';
import type { Hover } from '@/canvas/draw/createCore';
import { PictureBar } from '@/canvas/overlay/PictureBar';
import { PrintedPicture } from '@/canvas/overlay/PrintedPicture';
import { PictureCanvas, type CanvasHandle } from '@/canvas/PictureCanvas';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { StateMark } from '@/client/symbols/StateMark';
import type { HealthState } from '@/domain/vocabulary';
import type { Bands } from './bands';
import { columnsHighlight } from './columnsHighlight';
import { ColumnsHover } from './ColumnsHover';
import { columnsLook } from './columnsLook';
import { statesIn } from './columnsSheet';
import { columnsPicture } from './columnsPicture';
import type { PathStop } from './linesBetween';
import { placeBands } from './placeBands';
import { spokenItem } from './spokenItem';

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  /** Makes columns with at most this many card bands; it must be another function for another answer. */
  bandsIn(cardBands: number): Bands;
  /** When it changes, the whole picture is shown again. */
  subject: string;
  label: string;
  chosenId: string | null;
  /** From the cause to the selected component; empty if anything else is selected. */
  stops: readonly PathStop[];
  /** The name of what passes the failure on to a component, if that is known. */
  viaOf?(componentId: string): string | null;
  /** A further line of the legend. */
  legendNote?: string | null;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
}

export function ColumnsDrawing(props: Props) {
  const { canvas, bandsIn, subject, label, chosenId, stops, viaOf, legendNote = null, onSelect, onOpen, onLikely } = props;
  const palette = paletteOf(useComputedColorScheme('light', { getInitialValueInEffect: false }));
  const { stage, size } = useStageSize();
  const [hover, setHover] = useState<Hover | null>(null);
  const placed = useMemo(() => (size === null ? null : placeBands(bandsIn, size)), [bandsIn, size]);
  const picture = useMemo(() => (placed === null ? null : columnsPicture(placed, palette)), [placed, palette]);
  const states = useMemo(() => (picture === null ? [] : statesIn(picture)), [picture]);
  const look = useMemo(() => columnsLook(palette), [palette]);
  const highlight = useMemo(() => (placed === null ? null : columnsHighlight(placed, chosenId, stops)), [placed, chosenId, stops]);
  return (
    <div className={classes.drawing}>
      <div className={classes.canvas} ref={stage}>
        {picture !== null && (
          <PictureCanvas
            picture={picture}
            look={look}
            highlight={highlight}
            selectedId={chosenId}
            subject={subject}
            isCovered={false}
            frame={size}
            label={`${label} Arrow keys move between things, Enter selects, Enter again opens, plus and minus zoom, zero shows everything. The table has the same content.`}
            handle={canvas}
            wordsOf={(id) => (placed === null ? '' : spokenItem(placed, id, viaOf))}
            onSelect={onSelect}
            onOpen={onOpen}
            onHover={setHover}
            onLikely={onLikely}
          />
        )}
        {hover !== null && placed !== null && size !== null && <ColumnsHover hover={hover} placed={placed} frame={size} />}
      </div>
      <PictureBar canvas={canvas} summary={<LegendSummary states={states} />} legend={<Legend states={states} note={legendNote} />} />
      <PrintedPicture
        draw={() => placed && { picture: columnsPicture(placed, paletteOf('light')), look: columnsLook(paletteOf('light')) }}
      />
    </div>
  );
}

function LegendSummary({ states }: { states: readonly HealthState[] }) {
  return (
    <Group gap="sm" wrap="nowrap" component="span" display="inline-flex">
      {states.map((state) => (
        <StateMark key={state} state={state} />
      ))}
    </Group>
  );
}

function Legend({ states, note }: { states: readonly HealthState[]; note: string | null }) {
  return (
    <Stack gap={6}>
      <Group gap="md">
        {states.map((state) => (
          <StateMark key={state} state={state} />
        ))}
      </Group>
      <Text size="xs">
        What fails is filled. Each card is an application with its affected components; lines lead from cause to effect.
      </Text>
      <Text size="xs">A thicker line means more dependencies. “now” marks components that are reporting trouble themselves.</Text>
      <Text size="xs">Select a row to highlight how the failure reaches it. A dashed card counts what does not fit.</Text>
      {note !== null && <Text size="xs">{note}</Text>}
    </Stack>
  );
}
