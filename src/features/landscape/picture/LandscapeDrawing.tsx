/** The picture of the landscape, with a tooltip for what is under the pointer, and the legend and buttons below. */
'use client';

import { useMemo, useState, type RefObject } from 'react';
import type { Hover } from '@/canvas/draw/createCore';
import classes from '@/canvas/overlay/DrawingFrame.module.css';
import { PictureBar } from '@/canvas/overlay/PictureBar';
import { PrintedPicture } from '@/canvas/overlay/PrintedPicture';
import { PictureCanvas, type CanvasHandle } from '@/canvas/PictureCanvas';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import type { Picture, PictureDifferences, PictureLinks, PictureMarks } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import type { Room } from '../address/landscapeAddress';
import { highlightLinks, highlightThing } from './highlight';
import { LandscapeHover } from './LandscapeHover';
import { landscapeLook } from './landscapeLook';
import { DifferenceLegend, LandscapeLegend, LegendSummary } from './LandscapeLegend';
import { markedPicture } from './differenceMarks';

/** ` in 7 cards by team` */
function cardWords({ cards, grouping }: Picture): string {
  if (cards.length === 0) return '';
  return ` in ${countOf(cards.length, 'card')}${grouping === 'none' ? '' : ` by ${grouping.replace('-', ' ')}`}`;
}

interface Props {
  data: Picture;
  marks: PictureMarks | undefined;
  /** Set while comparing. */
  differences: PictureDifferences | undefined;
  palette: CanvasPalette;
  /** Of the selected component, or the one under the pointer. */
  links: PictureLinks | undefined;
  /** A component, card, box or stack. */
  selectedId: string | null;
  isCovered: boolean;
  room: Room | null;
  stage: (element: HTMLElement | null) => void;
  canvas: RefObject<CanvasHandle | null>;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
  /** Called when the pointer rests on something; null when it has left. */
  onPoint(id: string | null): void;
}

export function LandscapeDrawing({
  data,
  marks,
  differences,
  palette,
  links,
  selectedId,
  isCovered,
  room,
  stage,
  canvas,
  onSelect,
  onOpen,
  onPoint,
}: Props) {
  const [hover, setHover] = useState<Hover | null>(null);
  const picture = useMemo(() => markedPicture({ data, marks, differences }, palette), [data, marks, differences, palette]);
  const look = landscapeLook(palette);
  // A selected thing that is not drawn is highlighted where it is contained.
  const drawnId = useMemo(() => {
    if (selectedId === null || picture.nodes.some(({ id }) => id === selectedId)) return selectedId;
    return links?.at ?? null;
  }, [picture, selectedId, links]);
  const highlight = useMemo(() => {
    if (links !== undefined) return highlightLinks(data, links);
    return drawnId === null ? null : highlightThing(data, drawnId);
  }, [data, links, drawnId]);
  const subject = [data.grouping, data.level, data.cards.length, data.boxes.length, Math.round(data.size.width)].join(' ');
  return (
    <div className={classes.drawing}>
      <div className={classes.canvas} ref={stage}>
        <PictureCanvas
          picture={picture}
          look={look}
          highlight={highlight}
          selectedId={drawnId}
          subject={subject}
          isCovered={isCovered}
          label={`Landscape with ${countOf(data.matching.components, 'component')} and ${countOf(data.matching.dependencies, 'dependency', 'dependencies')}${cardWords(data)}. Arrow keys move between things, Enter opens or closes a card or shows the neighbours of a component, plus and minus zoom, zero shows everything. The table has the same content.`}
          handle={canvas}
          onSelect={onSelect}
          onOpen={onOpen}
          onHover={(next) => {
            setHover(next);
            if (next === null) onPoint(null);
          }}
          onLikely={onPoint}
        />
        {hover !== null && room !== null && <LandscapeHover hover={hover} data={data} marks={marks} room={room} />}
      </div>
      <PictureBar
        canvas={canvas}
        summary={differences === undefined ? <LegendSummary marks={marks} palette={palette} /> : <DifferenceLegend palette={palette} />}
        legend={<LandscapeLegend data={data} marks={marks} isCompared={differences !== undefined} palette={palette} />}
      />
      <PrintedPicture
        draw={() => ({ picture: markedPicture({ data, marks, differences }, paletteOf('light')), look: landscapeLook(paletteOf('light')) })}
      />
    </div>
  );
}
