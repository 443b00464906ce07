/** The ring picture, for few affected components. If there are too many names to read, says so and offers the columns. */
'use client';

import { Button, Group, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo, useState, type RefObject } from 'react';
import type { Hover } from '@/canvas/draw/createCore';
import { PictureBar } from '@/canvas/overlay/PictureBar';
import { PictureTooltip } from '@/canvas/overlay/PictureTooltip';
import { PrintedPicture } from '@/canvas/overlay/PrintedPicture';
import { PictureCanvas, type CanvasHandle } from '@/canvas/PictureCanvas';
import { useStageSize } from '@/canvas/camera/useStageSize';
import frame from '@/canvas/overlay/DrawingFrame.module.css';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { StateMark } from '@/client/symbols/StateMark';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import classes from './RingsDrawing.module.css';
import type { Rings } from './rings';
import { ringsLook } from './ringsLook';
import { MOST_IN_MIDDLE, MOST_IN_RINGS, ringsHighlight, ringsPicture } from './ringsPicture';

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  /** Another object for another answer. */
  rings: Rings;
  /** When it changes, the whole picture is shown again. */
  subject: string;
  label: string;
  selectedId: string | null;
  /** Components of the path to the selection; empty without one. */
  path: readonly string[];
  /** A further line of the legend. */
  legendNote?: string | null;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
  onShowColumns(): void;
}

export function RingsDrawing(props: Props) {
  const { canvas, rings, subject, label, selectedId, path, legendNote = null, onSelect, onOpen, onLikely, onShowColumns } = props;
  const palette = paletteOf(useComputedColorScheme('light', { getInitialValueInEffect: false }));
  const { stage, size } = useStageSize();
  const [hover, setHover] = useState<Hover | null>(null);
  const picture = useMemo(() => (size === null ? null : ringsPicture(rings, size, palette)), [rings, size, palette]);
  const look = useMemo(() => ringsLook(palette), [palette]);
  const highlight = useMemo(() => (picture === null ? null : ringsHighlight(picture, path)), [picture, path]);
  return (
    <div className={frame.drawing}>
      <div className={frame.canvas} ref={stage}>
        {picture !== null && (
          <PictureCanvas
            picture={picture}
            look={look}
            highlight={highlight}
            selectedId={selectedId}
            subject={subject}
            isCovered={false}
            label={`${label} Arrow keys move from one component to the next, plus and minus zoom, zero shows everything. The table lists the same components.`}
            handle={canvas}
            onSelect={onSelect}
            onOpen={onOpen}
            onHover={setHover}
            onLikely={onLikely}
          />
        )}
        {size !== null && picture === null && (
          <Group className={classes.note} gap="xs" role="status">
            <Text size="sm">{tooMany(rings) ?? 'This window is too small to draw rings with readable names.'}</Text>
            <Button size="compact-xs" variant="default" onClick={onShowColumns}>
              Show the columns
            </Button>
          </Group>
        )}
        {hover !== null && size !== null && <Note hover={hover} rings={rings} frame={size} />}
      </div>
      <PictureBar
        canvas={canvas}
        summary={<States />}
        legend={
          <>
            <States />
            <Text size="xs" mt={6}>
              What fails is in the middle. Each ring is one hop further away, and each sector is an application. A line is the last step of
              a shortest path.
            </Text>
            {legendNote !== null && (
              <Text size="xs" mt={6}>
                {legendNote}
              </Text>
            )}
          </>
        }
      />
      <PrintedPicture draw={() => onPaper(rings, size)} />
    </div>
  );
}

function onPaper(rings: Rings, size: { width: number; height: number } | null) {
  const palette = paletteOf('light');
  const picture = size === null ? null : ringsPicture(rings, size, palette);
  return picture === null ? null : { picture, look: ringsLook(palette) };
}

function States() {
  return (
    <Group gap="sm" component="span" display="inline-flex">
      {[...HEALTH_STATES].reverse().map((state) => (
        <StateMark key={state} state={state} />
      ))}
    </Group>
  );
}

/** Null if the number of components is not the reason why rings cannot be shown. */
function tooMany({ components, omitted, middle }: Rings): string | null {
  const count = components.length + omitted;
  if (count > MOST_IN_RINGS) return `Rings show up to ${MOST_IN_RINGS} components; this is about ${count.toLocaleString('en')}.`;
  return middle.length > MOST_IN_MIDDLE ? `Rings show up to ${MOST_IN_MIDDLE} failures; these are ${middle.length}.` : null;
}

function Note({ hover, rings, frame }: { hover: Hover; rings: Rings; frame: { width: number; height: number } }) {
  const component = rings.components.find(({ id }) => id === hover.id);
  if (component === undefined) return null;
  return (
    <PictureTooltip at={hover.at} frame={frame}>
      <Group gap="xs" wrap="nowrap">
        <Text size="xs" fw={600}>
          {component.name}
        </Text>
        <StateMark state={component.expectedState} />
      </Group>
      <Text size="xs" c="dimmed">
        {countOf(component.depth, 'hop')} away{component.isOnlyTogether ? ', only together' : ''}
      </Text>
      {rings.groups.map(({ id, componentId, sentence }) =>
        componentId === component.id ? (
          <Text key={id} size="xs">
            {sentence}
          </Text>
        ) : null,
      )}
    </PictureTooltip>
  );
}
