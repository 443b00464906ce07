/** A small blast radius as rings. */
'use client';

import { useMemo, type RefObject } from 'react';
import type { CanvasHandle } from '@/canvas/PictureCanvas';
import { RingsDrawing } from '@/client/rings/RingsDrawing';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import { countOf } from '@/plain/counts';
import { affectedWords } from '@/client/labels/affectedWords';
import { blastRadiusRings } from './blastRadiusRings';
import { pathTo } from './pathStops';

interface Props {
  canvas: RefObject<CanvasHandle | null>;
  answer: BlastRadiusAnswer;
  selectedId: string | null;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  onLikely(id: string): void;
  onShowColumns(): void;
}

export function RingsOf({ answer, selectedId, ...rest }: Props) {
  const rings = useMemo(() => blastRadiusRings(answer), [answer]);
  const path = useMemo(() => pathTo(answer, selectedId).components, [answer, selectedId]);
  const { entity, direction, depth } = answer;
  const what = direction === 'downstream' ? `what breaks if ${entity.name} fails` : `what could make ${entity.name} fail`;
  return (
    <RingsDrawing
      {...rest}
      rings={rings}
      path={path}
      selectedId={selectedId}
      subject={`${entity.id} ${direction} ${depth.applied}`}
      label={`Rings of ${what}: ${affectedWords(answer)}, within ${countOf(depth.applied, 'hop')}.`}
    />
  );
}
