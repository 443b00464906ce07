/** The rings drawn, the chosen path lit, what is under the pointer said in words. */
'use client';

import { Button, Group, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useDeferredValue, useMemo, useState, type RefObject } from 'react';
import { EdgeLegend } from '@/client/symbols/EdgeLegend';
import { StateMark } from '@/client/symbols/StateMark';
import { paletteOf } from '@/client/symbols/canvasPalette';
import { countOf } from '@/plain/counts';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { PictureDependency } from '@/contract/landscapePicture';
import { HEALTH_STATES } from '@/domain/vocabulary';
import { GraphCanvas, type GraphHandle } from '@/ui/graph/GraphCanvas';
import { GraphControls } from '@/ui/graph/GraphControls';
import { PrintedPicture } from '@/ui/graph/PrintedPicture';
import { GraphNote } from '@/ui/graph/GraphNote';
import type { Hover } from '@/ui/graph/useCytoscape';
import classes from './RingsCanvas.module.css';
import { RingsHover } from './RingsHover';
import { markPath, prepareRings } from './prepareRings';
import { ringStyles } from './ringStyles';

interface Props {
  graph: RefObject<GraphHandle | null>;
  answer: BlastRadiusAnswer;
  travelled: readonly PictureDependency[] | null;
  selectedId: string | null;
  onSelect(id: string | null): void;
  /** The pointer rests on it. */
  onLikely(id: string): void;
  onShowTable(): void;
}

const ARROW = 'The arrow is the way that failure travels.';

/** The consequences in words are there first; the rings follow. */
export function RingsCanvas(props: Props) {
  const answer = useDeferredValue(props.answer, null);
  const travelled = useDeferredValue(props.travelled);
  const markedId = useDeferredValue(props.selectedId);
  return answer === null ? null : <Rings {...props} answer={answer} travelled={travelled} markedId={markedId} />;
}

function Rings({ graph, answer, travelled, selectedId, markedId, onSelect, onLikely, onShowTable }: Props & { markedId: string | null }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const palette = paletteOf(scheme);
  const stylesheet = useMemo(() => ringStyles(palette), [palette]);
  const { picture, positions, leftOut } = useMemo(() => prepareRings(answer, travelled), [answer, travelled]);
  const marks = useMemo(() => markPath(picture, answer, markedId), [picture, answer, markedId]);
  const [hover, setHover] = useState<Hover | null>(null);
  const { entity, direction, counts, depth } = answer;
  const subject = direction === 'downstream' ? `what breaks if ${entity.name} fails` : `what could make ${entity.name} fail`;

  return (
    <>
      <GraphCanvas
        // Another question is another picture, seen whole.
        subject={`${entity.id} ${direction} ${depth.applied}`}
        picture={picture}
        positions={positions}
        stylesheet={stylesheet}
        marks={marks}
        selectedId={selectedId}
        label={`Rings of ${subject}: ${countOf(counts.components, 'component')} within ${countOf(depth.applied, 'hop')}. Arrow keys move from one to the next, plus and minus zoom, zero shows everything. The table holds the same.`}
        onSelect={onSelect}
        onHover={setHover}
        onLikely={onLikely}
        handle={graph}
        hasMinimap={counts.components > 30}
      />
      {hover !== null && <RingsHover hover={hover} answer={answer} travelled={travelled} />}
      {counts.components === 0 && (
        <Text className={classes.note} size="sm" role="status">
          {direction === 'downstream' ? `Nothing breaks with ${entity.name}` : `Nothing can make ${entity.name} fail`} within this depth and
          these filters.
        </Text>
      )}
      {leftOut > 0 && (
        <Group className={classes.note} gap="xs" role="status">
          <Text size="sm">{countOf(leftOut, 'more component is', 'more components are')} not drawn.</Text>
          <Button size="compact-xs" variant="light" onClick={onShowTable}>
            Show the table
          </Button>
        </Group>
      )}
      <GraphNote title="Legend">
        <Stack gap={6}>
          <Group gap="md" role="group" aria-label="Expected states">
            {[...HEALTH_STATES].reverse().map((state) => (
              <StateMark key={state} state={state} />
            ))}
          </Group>
          <EdgeLegend arrow={ARROW} />
        </Stack>
      </GraphNote>
      <GraphControls graph={graph} />
      <PrintedPicture graph={graph} look={stylesheet} />
    </>
  );
}
