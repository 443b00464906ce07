/** The landscape drawn: places found or remembered, what is chosen lit, what an edge means said at the pointer. */
'use client';

import { Text, useComputedColorScheme } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EdgeLegend } from '@/client/look/EdgeLegend';
import { paletteOf } from '@/client/look/canvasPalette';
import { useTenant } from '@/client/tenantContext';
import type { LandscapePicture } from '@/contract/landscapePicture';
import { GraphBusy } from '@/ui/graph/GraphBusy';
import { GraphCanvas, type GraphHandle } from '@/ui/graph/GraphCanvas';
import { Control, GraphControls } from '@/ui/graph/GraphControls';
import { GraphNote } from '@/ui/graph/GraphNote';
import type { Hover } from '@/ui/graph/useCytoscape';
import { usePositions } from '@/ui/graph/usePositions';
import { LandscapeHover } from './LandscapeHover';
import { landscapeStyles } from './landscapeStyles';
import { markLandscape } from './markLandscape';
import { middleOf } from './middleOf';
import type { PreparedLandscape } from './prepareLandscape';

interface Props {
  data: LandscapePicture;
  prepared: PreparedLandscape;
  grouping: string;
  selectedId: string | null;
  onSelect(id: string | null): void;
  onToggle(applicationId: string): void;
}

export function LandscapeCanvas({ data, prepared, grouping, selectedId, onSelect, onToggle }: Props) {
  const { tenantId } = useTenant();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const stylesheet = useMemo(() => landscapeStyles(paletteOf(scheme)), [scheme]);
  const { picture } = prepared;
  const { positions, isLayingOut, hasFailed, moved, layOutAgain } = usePositions(picture, `${tenantId}.landscape.${grouping}`);
  const marks = useMemo(() => markLandscape(picture, selectedId), [picture, selectedId]);
  const graph = useRef<GraphHandle>(null);
  const [hover, setHover] = useState<Hover | null>(null);

  const isPlaced = selectedId !== null && positions.has(selectedId);
  const chosenHere = useRef<string | null>(null);
  useEffect(() => {
    // What was tapped is in sight already; what came from a search, a list or a link may not be.
    if (isPlaced && selectedId !== null && chosenHere.current !== selectedId) graph.current?.focus(selectedId);
  }, [isPlaced, selectedId]);

  const toggle = (id: string): void => {
    if (!data.applications.some((application) => application.id === id)) return;
    const inside = data.components.flatMap((component) => (component.applicationId === id ? [component.id] : []));
    const middle = middleOf(positions, inside);
    if (middle !== null) moved(new Map([[id, middle]]));
    onToggle(id);
  };

  return (
    <>
      <GraphCanvas
        picture={picture}
        positions={positions}
        stylesheet={stylesheet}
        marks={marks}
        selectedId={selectedId}
        label={`Landscape with ${prepared.components.length} components and ${prepared.dependencies.length} dependencies. Arrow keys move from one to the next, Enter folds or unfolds an application, plus and minus zoom, zero shows everything. The table holds the same.`}
        onSelect={(id) => {
          chosenHere.current = id;
          onSelect(id);
        }}
        onOpen={toggle}
        onHover={setHover}
        onMoved={moved}
        handle={graph}
      />
      {hover !== null && <LandscapeHover hover={hover} data={data} prepared={prepared} />}
      {isLayingOut && <GraphBusy>Arranging the landscape…</GraphBusy>}
      {hasFailed && (
        <Text size="sm" c="dimmed" role="alert" p="md">
          The picture could not be arranged. The table shows the same.
        </Text>
      )}
      <GraphNote title="Legend">
        <EdgeLegend arrow="The arrow points to what is depended on." />
      </GraphNote>
      <GraphControls graph={graph}>
        <Control label="Arrange anew" onClick={layOutAgain}>
          <IconSparkles size={16} aria-hidden="true" />
        </Control>
      </GraphControls>
    </>
  );
}
