/** The picture of the landscape, with a tooltip for what is under the pointer, and the legend and buttons below. */
'use client';

import { IconMarquee2 } from '@tabler/icons-react';
import { useMemo, useState, type RefObject } from 'react';
import type { Hover } from '@/canvas/draw/createCore';
import classes from '@/canvas/overlay/DrawingFrame.module.css';
import { BarButton, PictureBar } from '@/canvas/overlay/PictureBar';
import { PrintedPicture } from '@/canvas/overlay/PrintedPicture';
import type { Highlight } from '@/canvas/model/highlight';
import { PictureCanvas, type CanvasHandle } from '@/canvas/PictureCanvas';
import { paletteOf, type CanvasPalette } from '@/client/symbols/canvasPalette';
import type { Picture, PictureDifferences, PictureInput, PictureLinks, PictureMarks } from '@/contract/picture';
import { countOf } from '@/plain/counts';
import { laterPart } from '@/ui/laterPart';
import type { Room } from '@/features/landscape/address/landscapeAddress';
import { contentOf } from './areaContent';
import { highlightAll, highlightLine, highlightLinks, highlightOutage, highlightThing, withCauses } from './highlight';
import { LandscapeHover } from './LandscapeHover';
import { landscapeLook } from './landscapeLook';
import { spokenThing } from './spokenThing';
import { DifferenceLegend, LandscapeLegend, LegendSummary, LinkSummary } from './LandscapeLegend';
import { markedPicture } from './differenceMarks';

const AreaBar = laterPart(async () => (await import('./AreaBar')).AreaBar);

/** ` in 7 cards by team` */
function cardWords({ cards, grouping, level }: Picture): string {
  if (cards.length === 0) return '';
  return ` in ${countOf(cards.length, level === 'map' ? 'group' : 'card')}${grouping === 'none' ? '' : ` by ${grouping.replace('-', ' ')}`}`;
}

interface Props {
  data: Picture;
  /** The question that the picture answers; null for a past landscape, from which nothing can be added to a scenario. */
  input: PictureInput | null;
  marks: PictureMarks | undefined;
  /** Set while comparing. */
  differences: PictureDifferences | undefined;
  palette: CanvasPalette;
  /** Of the selected component or application, or the one under the pointer. */
  links: PictureLinks | undefined;
  /** A component, application, card, box or stack. */
  selectedId: string | null;
  selectedLine: string | null;
  isCovered: boolean;
  room: Room | null;
  stage: (element: HTMLElement | null) => void;
  canvas: RefObject<CanvasHandle | null>;
  onSelect(id: string | null): void;
  onSelectLine(id: string): void;
  onOpen(id: string): void;
  /** Called when the pointer rests on something; null when it has left. */
  onPoint(id: string | null): void;
}

export function LandscapeDrawing({
  data,
  input,
  marks,
  differences,
  palette,
  links,
  selectedId,
  selectedLine,
  isCovered,
  room,
  stage,
  canvas,
  onSelect,
  onSelectLine,
  onOpen,
  onPoint,
}: Props) {
  const [hover, setHover] = useState<Hover | null>(null);
  const [isFraming, setFraming] = useState(false);
  const [framed, setFramed] = useState<readonly string[] | null>(null);
  const picture = useMemo(() => markedPicture({ data, marks, differences }, palette), [data, marks, differences, palette]);
  const look = landscapeLook(palette);
  // A selected thing that is not drawn is highlighted where it is contained.
  const drawnId = useMemo(() => {
    if (selectedId === null || picture.nodes.some(({ id }) => id === selectedId)) return selectedId;
    return links?.at[0] ?? null;
  }, [picture, selectedId, links]);
  const lineId = hover?.kind === 'line' ? hover.id : selectedLine;
  const highlight = useMemo(() => {
    const chosen = chosenHighlight();
    return chosen === null ? highlightOutage(data, marks) : withCauses(data, marks, chosen);

    function chosenHighlight(): Highlight | null {
      if (framed !== null) return highlightAll(data, framed);
      const line = data.lines.find(({ id }) => id === lineId);
      if (line !== undefined) return highlightLine(data, line);
      if (links !== undefined) return highlightLinks(data, links);
      return drawnId === null ? null : highlightThing(data, drawnId);
    }
  }, [data, marks, links, drawnId, framed, lineId]);
  const frameFor = (isOn: boolean): void => {
    setFraming(isOn);
    setFramed(null);
  };
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
          frame={room}
          label={`Landscape with ${countOf(data.matching.components, 'component')} and ${countOf(data.matching.dependencies, 'dependency', 'dependencies')}${cardWords(data)}. Arrow keys move between things, Enter selects, Enter again opens or closes a card or shows what is around a component, plus and minus zoom, zero shows everything, B draws a frame to add what is in it to a scenario. The table has the same content.`}
          handle={canvas}
          wordsOf={(id) => spokenThing(data, marks, id)}
          area={
            input === null
              ? undefined
              : {
                  isOn: isFraming,
                  onSwitch: frameFor,
                  wordsFor: (ids) => `${contentOf(data, ids).words} in the frame`,
                  onChosen: setFramed,
                }
          }
          onSelect={(id) => {
            setFramed(null);
            onSelect(id);
          }}
          onSelectLine={(id) => {
            setFramed(null);
            onSelectLine(id);
          }}
          onOpen={onOpen}
          onHover={(next) => {
            setHover(next);
            if (next === null) onPoint(null);
          }}
          onLikely={onPoint}
        />
        {framed !== null && input !== null && (
          <AreaBar
            data={data}
            input={input}
            chosen={framed}
            onClose={() => {
              setFramed(null);
              canvas.current?.focus();
            }}
          />
        )}
        {hover !== null && room !== null && <LandscapeHover hover={hover} data={data} marks={marks} room={room} />}
      </div>
      <PictureBar
        canvas={canvas}
        summary={
          data.level === 'map' && links !== undefined ? (
            <LinkSummary data={data} links={links} palette={palette} />
          ) : differences === undefined ? (
            <LegendSummary marks={marks} palette={palette} />
          ) : (
            <DifferenceLegend palette={palette} />
          )
        }
        legend={<LandscapeLegend data={data} marks={marks} isCompared={differences !== undefined} palette={palette} />}
      >
        {input !== null && (
          <BarButton label="Select with a frame (B, or drag with Shift)" isOn={isFraming} onClick={() => frameFor(!isFraming)}>
            <IconMarquee2 size={16} aria-hidden="true" />
          </BarButton>
        )}
      </PictureBar>
      <PrintedPicture
        draw={() => ({
          picture: markedPicture({ data, marks, differences }, paletteOf('light')),
          look: landscapeLook(paletteOf('light')),
        })}
      />
    </div>
  );
}
