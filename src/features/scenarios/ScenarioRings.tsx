/** A scenario with few consequences as rings around all that fails. */
'use client';

import { useMemo, type RefObject } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { RingsDrawing } from '@/client/rings/RingsDrawing';
import type { ScenarioPicture } from '@/contract/scenarios';
import { countOf } from '@/plain/counts';
import { hopsTo } from './scenarioPath';
import { scenarioRings } from './scenarioRings';

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  picture: ScenarioPicture;
  chosenId: string | null;
  legendNote: string | null;
  onSelect(id: string | null): void;
  onShowColumns(): void;
}

export function ScenarioRings({ canvas, picture, chosenId, legendNote, onSelect, onShowColumns }: Props) {
  const { answer } = picture;
  const rings = useMemo(() => scenarioRings(picture), [picture]);
  const path = useMemo(() => (chosenId === null ? [] : hopsTo(answer, chosenId).map(({ id }) => id)), [answer, chosenId]);
  return (
    <RingsDrawing
      canvas={canvas}
      rings={rings}
      path={path}
      selectedId={chosenId}
      subject={answer.failures.map(({ id }) => id).join(' ')}
      label={`Rings of what breaks if ${countOf(answer.failures.length, 'thing fails', 'things fail together')}: ${countOf(answer.counts.components, 'component')}.`}
      legendNote={legendNote}
      onSelect={onSelect}
      onOpen={onSelect}
      onLikely={() => undefined}
      onShowColumns={onShowColumns}
    />
  );
}
