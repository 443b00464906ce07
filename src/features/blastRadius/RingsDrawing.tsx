/** The ring picture, for small blast radii. If there are too many names to read, says so and offers the lanes. */
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
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import classes from './RingsDrawing.module.css';
import { pathTo } from './pathStops';
import { ringsLook } from './ringsLook';
import { MOST_IN_RINGS, ringsHighlight, ringsPicture } from './ringsPicture';

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  answer: BlastRadiusAnswer;
  selectedId: string | null;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
  onShowLanes(): void;
}

export function RingsDrawing({ canvas, answer, selectedId, onSelect, onOpen, onLikely, onShowLanes }: Props) {
  const palette = paletteOf(useComputedColorScheme('light', { getInitialValueInEffect: false }));
  const { stage, size } = useStageSize();
  const [hover, setHover] = useState<Hover | null>(null);
  const picture = useMemo(() => (size === null ? null : ringsPicture(answer, size, palette)), [answer, size, palette]);
  const look = useMemo(() => ringsLook(palette), [palette]);
  const highlight = useMemo(
    () => (picture === null ? null : ringsHighlight(picture, pathTo(answer, selectedId).components)),
    [picture, answer, selectedId],
  );
  const { entity, direction, depth, counts } = answer;
  const subject = direction === 'downstream' ? `what breaks if ${entity.name} fails` : `what could make ${entity.name} fail`;
  return (
    <div className={frame.drawing}>
      <div className={frame.canvas} ref={stage}>
        {picture !== null && (
          <PictureCanvas
            picture={picture}
            look={look}
            highlight={highlight}
            selectedId={selectedId}
            subject={`${entity.id} ${direction} ${depth.applied}`}
            isCovered={false}
            label={`Rings of ${subject}: ${countOf(counts.components, 'component')} within ${countOf(depth.applied, 'hop')}. Arrow keys move from one component to the next, plus and minus zoom, zero shows everything. The table lists the same components.`}
            handle={canvas}
            onSelect={onSelect}
            onOpen={onOpen}
            onHover={setHover}
            onLikely={onLikely}
          />
        )}
        {size !== null && picture === null && (
          <Group className={classes.note} gap="xs" role="status">
            <Text size="sm">
              {counts.components > MOST_IN_RINGS
                ? `Rings show up to ${MOST_IN_RINGS} components; this is about ${counts.components.toLocaleString('en')}.`
                : 'This window is too small to draw rings with readable names.'}
            </Text>
            <Button size="compact-xs" variant="default" onClick={onShowLanes}>
              Show the lanes
            </Button>
          </Group>
        )}
        {hover !== null && size !== null && <Note hover={hover} answer={answer} frame={size} />}
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
          </>
        }
      />
      <PrintedPicture draw={() => onPaper(answer, size)} />
    </div>
  );
}

function onPaper(answer: BlastRadiusAnswer, size: { width: number; height: number } | null) {
  const palette = paletteOf('light');
  const picture = size === null ? null : ringsPicture(answer, size, palette);
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

function Note({ hover, answer, frame }: { hover: Hover; answer: BlastRadiusAnswer; frame: { width: number; height: number } }) {
  const component = answer.components.find(({ id }) => id === hover.id);
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
        {countOf(component.depth, 'hop')} away
      </Text>
    </PictureTooltip>
  );
}
