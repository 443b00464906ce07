/**
 * A picture drawn by Cytoscape. React owns the div and renders nothing inside; picture, look and highlight are passed on when they change
 * and never read back.
 */
'use client';

import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { goTo, zoomBy } from './camera/camera';
import { Minimap } from './camera/Minimap';
import { useCamera } from './camera/useCamera';
import type { CanvasEvents, Core } from './draw/createCore';
import { drawHighlight, drawPicture } from './draw/drawPicture';
import { elementsOf } from './draw/elements';
import { stylesheetOf } from './draw/stylesheet';
import { useCore } from './draw/useCore';
import type { CanvasLook } from './model/look';
import { nearestInDirection, type Direction } from './model/nearestInDirection';
import type { CanvasLine, CanvasPicture, Point } from './model/picture';
import { AreaOverlay } from './select/AreaOverlay';
import { useAreaSelection, type AreaChoice } from './select/useAreaSelection';
import classes from './PictureCanvas.module.css';

export interface CanvasHandle {
  /** Shows the whole picture. */
  fit(): void;
  zoomBy(factor: number): void;
  /** Shows one node, large enough to read. */
  goTo(id: string): void;
  /** Moves the keyboard into the picture. */
  focus(): void;
}

/** What is highlighted: these stay, everything else fades; `lines` are drawn on top meanwhile. */
export interface Highlight {
  ids: ReadonlySet<string>;
  lines: readonly CanvasLine[];
  /** By the id of a node: the name of an accent of the look. */
  accents?: ReadonlyMap<string, string>;
}

interface Props extends CanvasEvents {
  picture: CanvasPicture;
  look: CanvasLook;
  highlight: Highlight | null;
  selectedId: string | null;
  /** What the picture is about: when it changes, the whole picture is shown again. */
  subject: string;
  /** A panel covers part of the canvas: the picture is fitted into the rest. */
  isCovered: boolean;
  /** The accessible name of the picture. */
  label: string;
  handle: Ref<CanvasHandle>;
  /** What to announce when the arrow keys reach a node; default its texts. */
  wordsOf?(id: string): string;
  /** Lets a person draw an area to select what is in it. */
  area?: AreaChoice;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const ZOOM_STEP = 1.3;
const NO_LINES: readonly CanvasLine[] = [];

export function PictureCanvas(props: Props) {
  const { picture, look, highlight, selectedId, subject, isCovered, label, handle } = props;
  const frame = useRef<HTMLDivElement>(null);
  const div = useRef<HTMLDivElement>(null);
  const core = useCore(div, props);
  const selection = useAreaSelection(core, frame, picture.nodes, props.area);
  const camera = useCamera(core, { size: picture.size, subject, isCovered });
  const litLines = highlight?.lines ?? NO_LINES;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const activeId = activeOf(picture, cursor, selectedId);
  const announced = cursor === null || activeId === null ? '' : (props.wordsOf?.(activeId) ?? textsOf(picture, activeId));
  const activeElement = useId();
  const drawn = useMemo(() => elementsOf(picture, look, litLines), [picture, look, litLines]);

  useEffect(() => {
    if (core !== null) core.style(stylesheetOf(look));
  }, [core, look]);
  useEffect(() => {
    if (core !== null) drawPicture(core, drawn);
  }, [core, drawn]);
  useEffect(() => {
    if (core !== null) drawHighlight(core, highlight, activeId);
  }, [core, drawn, highlight, activeId]);

  useImperativeHandle(
    handle,
    () => ({
      fit: () => camera.fit(),
      zoomBy: (factor) => {
        if (core === null) return;
        camera.moveByHand();
        zoomBy(core, factor);
      },
      focus: () => frame.current?.focus(),
      goTo: (id) => {
        const node = picture.nodes.find((candidate) => candidate.id === id);
        if (core !== null && node !== undefined) goTo(core, node.box);
      },
    }),
    [core, picture, camera],
  );
  const steer = (event: KeyboardEvent): void => {
    if (core === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const steered = { ...camera, activeId, moveTo: (id: string | null) => setCursor(id === null ? null : { id, selectedId }) };
    if (selection.onKey(event) || steerBy(event.key, core, props, steered)) event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className={classes.frame}
      role="application"
      aria-label={label}
      aria-roledescription="graph"
      aria-busy={core === null}
      aria-activedescendant={announced === '' ? undefined : activeElement}
      tabIndex={0}
      onKeyDown={steer}
    >
      {announced !== '' && (
        <span id={activeElement} role="button" className={classes.spoken}>
          {announced}
        </span>
      )}
      <p role="status" className={classes.spoken}>
        {announced}
      </p>
      <div className={classes.surface} {...selection.pointer}>
        <div ref={div} className={classes.canvas} aria-hidden="true" data-testid="canvas" />
        {props.area !== undefined && (
          <AreaOverlay area={selection.area} words={props.area.wordsFor(selection.inside)} isOn={selection.isOn} />
        )}
      </div>
      {camera.isZoomedIn && core !== null && <Minimap core={core} picture={picture} />}
    </div>
  );
}

interface Steered {
  activeId: string | null;
  moveTo(id: string | null): void;
  fit(): void;
  moveByHand(): void;
}

/** Where the arrow keys are, as long as nothing else is selected by other means. */
interface Cursor {
  id: string;
  /** What was selected at that time. */
  selectedId: string | null;
}

/** The node that Enter would press: where the arrow keys are, or what is selected. Null if the picture has neither. */
function activeOf({ nodes }: CanvasPicture, cursor: Cursor | null, selectedId: string | null): string | null {
  const id = cursor !== null && cursor.selectedId === selectedId ? cursor.id : selectedId;
  return nodes.some((node) => node.id === id) ? id : null;
}

/** The texts of a node, or of what lies on it. */
function textsOf({ nodes }: CanvasPicture, id: string): string {
  const node = nodes.find((one) => one.id === id && one.label !== '') ?? nodes.find(({ chooses, label }) => chooses === id && label !== '');
  return [node?.label, node?.aside].filter((text) => text !== undefined).join(', ');
}

/** Returns whether the key was used. Enter does what a press with the pointer does, and on what is selected already what a double press does. */
function steerBy(key: string, core: Core, { picture, selectedId, onSelect, onOpen, onLikely }: Props, camera: Steered): boolean {
  const direction = ARROWS[key];
  if (direction !== undefined) {
    const next = nearestInDirection(choosable(picture), camera.activeId, direction);
    const node = picture.nodes.find(({ id }) => id === next);
    if (next === null || node === undefined) return true;
    camera.moveTo(next);
    onLikely(next);
    goTo(core, node.box);
  } else if (key === '+' || key === '=' || key === '-') {
    camera.moveByHand();
    zoomBy(core, key === '-' ? 1 / ZOOM_STEP : ZOOM_STEP);
  } else if (key === '0') camera.fit();
  else if (key === 'Escape') {
    camera.moveTo(null);
    onSelect(null);
  } else if (key === 'Enter' && camera.activeId !== null) (camera.activeId === selectedId ? onOpen : onSelect)(camera.activeId);
  else return false;
  return true;
}

/** The nodes that can be selected, by their centre. */
function choosable({ nodes }: CanvasPicture): Map<string, Point> {
  return new Map(
    nodes
      .filter(({ chooses }) => chooses === undefined)
      .map(({ id, box }): [string, Point] => [id, { x: box.x + box.width / 2, y: box.y + box.height / 2 }]),
  );
}
