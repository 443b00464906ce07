/** The landscape drawn: places found or remembered, what is chosen lit, what an edge means said at the pointer. */
'use client';

import { Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { CanvasPalette } from '@/client/symbols/canvasPalette';
import { countOf } from '@/plain/counts';
import { useTenant } from '@/client/tenantContext';
import type { LandscapePicture, PictureBundle } from '@/contract/landscapePicture';
import { PictureSkeleton } from '@/ui/PictureSkeleton';
import { GraphBusy } from '@/ui/graph/GraphBusy';
import { GraphCanvas, type GraphHandle } from '@/ui/graph/GraphCanvas';
import { Control, GraphControls } from '@/ui/graph/GraphControls';
import { GraphNote } from '@/ui/graph/GraphNote';
import { PrintedPicture } from '@/ui/graph/PrintedPicture';
import type { Hover } from '@/ui/graph/useCytoscape';
import { usePositions } from '@/ui/graph/usePositions';
import { LandscapeHover } from './LandscapeHover';
import { LandscapeLegend } from './LandscapeLegend';
import { arrangementOf } from './arrangementOf';
import { landscapeStyles } from './landscapeStyles';
import { markLandscape } from './markLandscape';
import { middleOf } from './middleOf';
import { prepareLandscape } from './prepareLandscape';

interface Props {
  data: LandscapePicture;
  /** Of what is chosen, those that the picture holds already among them. */
  joins: readonly PictureBundle[];
  palette: CanvasPalette;
  selectedId: string | null;
  /** Where the first picture opens. */
  startsAt: string | null;
  /** What is chosen was chosen while this picture was shown, or before there was any. */
  isChosenHere: boolean;
  /** Names what part of the landscape this is, once it is there: another part is seen whole. */
  part: string;
  graph: RefObject<GraphHandle | null>;
  /** All of it is on the canvas. */
  onDrawn(): void;
  onSelect(id: string | null): void;
  onToggleGroup(key: string): void;
  onNeighbours(componentId: string): void;
  /** The pointer rests on it. */
  onLikely(id: string): void;
}

export function LandscapeCanvas({
  data,
  joins,
  palette,
  selectedId,
  startsAt,
  isChosenHere,
  part,
  graph,
  onDrawn,
  onSelect,
  onToggleGroup,
  onNeighbours,
  onLikely,
}: Props) {
  const { tenantId } = useTenant();
  const stylesheet = useMemo(() => landscapeStyles(palette), [palette]);
  // The panel that a choice opens is there first; the picture follows.
  const markedId = useDeferredValue(selectedId);
  const drawnJoins = useDeferredValue(joins);
  const prepared = useMemo(() => prepareLandscape(data, palette, drawnJoins), [data, palette, drawnJoins]);
  const { picture } = prepared;
  const { positions, isLayingOut, hasFailed, moved, layOutAgain } = usePositions(picture, arrangementOf(tenantId, data.grouping));
  const marks = useMemo(() => markLandscape(picture, markedId), [picture, markedId]);
  const [hover, setHover] = useState<Hover | null>(null);

  const isPlaced = markedId !== null && positions.has(markedId);
  const tapped = useRef<string | null>(null);
  useEffect(() => {
    // What was tapped is in sight already; what came from a search, a list or a link may not be. Whoever comes back to a picture finds it as it was left.
    if (!isPlaced || !isChosenHere || markedId === null) return;
    if (tapped.current === markedId) graph.current?.uncover(markedId);
    else graph.current?.focus(markedId);
  }, [isPlaced, isChosenHere, markedId, graph]);

  const isReady = positions.size > 0 && !isLayingOut;
  const fitted = useRef(part);
  useEffect(() => {
    if (!isReady || fitted.current === part) return;
    fitted.current = part;
    graph.current?.fit();
  }, [part, isReady, graph]);

  const open = (id: string): void => {
    if (!data.groups.some(({ key }) => key === id)) {
      onNeighbours(id);
      return;
    }
    const inside = data.components.flatMap((component) => (component.groupKey === id ? [component.id] : []));
    const middle = middleOf(positions, inside);
    if (middle !== null) moved(new Map([[id, middle]]));
    onToggleGroup(id);
  };

  const drawn = picture.nodes.length;
  return (
    <>
      <GraphCanvas
        picture={picture}
        positions={positions}
        stylesheet={stylesheet}
        marks={marks}
        selectedId={selectedId}
        startsAt={startsAt}
        label={`Landscape with ${countOf(data.components.length, 'component')} and ${countOf(data.dependencies.length, 'dependency', 'dependencies')}${data.isAggregated ? ` in ${countOf(data.groups.length, 'group')}` : ''}. Arrow keys move from one to the next, Enter folds or unfolds a group, or shows the neighbours of a component, plus and minus zoom, zero shows everything. The table holds the same.`}
        onSelect={(id, by) => {
          tapped.current = by === 'pointer' ? id : null;
          onSelect(id);
        }}
        onOpen={open}
        onHover={setHover}
        onLikely={onLikely}
        onMoved={moved}
        onDrawn={onDrawn}
        handle={graph}
        hasMinimap={drawn > 8}
      />
      {hover !== null && <LandscapeHover hover={hover} data={data} prepared={prepared} />}
      {isLayingOut && positions.size === 0 && <PictureSkeleton shape="boxes" label="Arranging the landscape" />}
      {isLayingOut && positions.size > 0 && <GraphBusy>Arranging the landscape…</GraphBusy>}
      {hasFailed && (
        <Text size="sm" c="dimmed" role="alert" p="md">
          The picture could not be arranged. The table shows the same.
        </Text>
      )}
      <GraphNote title="Legend">
        <LandscapeLegend />
      </GraphNote>
      <GraphControls graph={graph}>
        <Control label="Re-arrange" onClick={layOutAgain}>
          <IconSparkles size={16} aria-hidden="true" />
        </Control>
      </GraphControls>
      <PrintedPicture graph={graph} look={stylesheet} />
    </>
  );
}
