/**
 * A picture: at rest as SVG, and drawn by Cytoscape from the moment somebody points at it, reaches it by keyboard or selects something.
 * React owns the div of Cytoscape and renders nothing inside; picture, look and highlight are passed on when they change and never read back.
 */
'use client';

import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { goTo, zoomBy } from './camera/camera';
import { Minimap } from './camera/Minimap';
import { useCamera } from './camera/useCamera';
import { fitted, type Size } from './camera/viewport';
import type { CanvasEvents } from './draw/createCore';
import { drawPicture } from './draw/drawPicture';
import { elementsOf } from './draw/elements';
import { useWakingCore, type WakingCore } from './draw/useWakingCore';
import type { Highlight } from './model/highlight';
import { RECEDED, type CanvasLook } from './model/look';
import { nearestInDirection, type Direction } from './model/nearestInDirection';
import type { CanvasLine, CanvasPicture, Point } from './model/picture';
import { OverCanvas } from './overlay/OverCanvas';
import { AreaOverlay } from './select/AreaOverlay';
import { useAreaSelection, type AreaChoice } from './select/useAreaSelection';
import { nodeAt } from './still/nodeAt';
import { StillPicture } from './still/StillPicture';
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

interface Props extends CanvasEvents {
  picture: CanvasPicture;
  look: CanvasLook;
  highlight: Highlight | null;
  selectedId: string | null;
  /** What the picture is about: when it changes, the whole picture is shown again. */
  subject: string;
  /** A panel covers part of the canvas: the picture is fitted into the rest. */
  isCovered: boolean;
  /** The size of the place that the picture fills; null while it is unknown. */
  frame: Size | null;
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
  const surface = useRef<HTMLDivElement>(null);
  const div = useRef<HTMLDivElement>(null);
  const isChosenFrom = selectedId !== null || isCovered || props.area?.isOn === true;
  const { core, drawnCore, noteDrawn, wake, whenAwake } = useWakingCore(
    div,
    { ...props, nodeAt: (at) => nodeAt(picture, at) },
    isChosenFrom,
  );
  const [still, press] = useStill(props, core === null, drawnCore !== null);
  const selection = useAreaSelection({ core, whenAwake }, frame, picture.nodes, props.area);
  const camera = useCamera(core, surface, { size: picture.size, subject, isCovered });
  const litLines = highlight?.lines ?? NO_LINES;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const activeId = activeOf(picture, cursor, selectedId);
  const announced = cursor === null || activeId === null ? '' : (props.wordsOf?.(activeId) ?? textsOf(picture, activeId));
  const activeElement = useId();
  const drawn = useMemo(() => elementsOf(picture, look, litLines), [picture, look, litLines]);

  useEffect(() => {
    if (core === null) return;
    drawPicture(core, drawn);
    if (drawnCore === null) noteDrawn(core);
  }, [core, drawn, drawnCore, noteDrawn]);

  useImperativeHandle(
    handle,
    () => ({
      fit: () => camera.fit(),
      zoomBy: (factor) =>
        whenAwake((drawing) => {
          camera.moveByHand();
          zoomBy(drawing, factor);
        }),
      focus: () => frame.current?.focus(),
      goTo: (id) => {
        const node = picture.nodes.find((candidate) => candidate.id === id);
        if (node !== undefined) whenAwake((drawing) => goTo(drawing, node.box));
      },
    }),
    [picture, camera, whenAwake],
  );
  const steer = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steered = { ...camera, activeId, whenAwake, moveTo: (id: string | null) => setCursor(id === null ? null : { id, selectedId }) };
    if (selection.onKey(event) || steerBy(event.key, props, steered)) event.preventDefault();
  };
  return (
    <div
      ref={frame}
      className={classes.frame}
      role="application"
      aria-label={label}
      aria-roledescription="graph"
      aria-busy={drawnCore === null && still === null}
      aria-activedescendant={announced === '' ? undefined : activeElement}
      tabIndex={0}
      onKeyDown={steer}
      onFocus={wake}
    >
      {announced !== '' && (
        <span id={activeElement} role="button" className={classes.spoken}>
          {announced}
        </span>
      )}
      <p role="status" className={classes.spoken}>
        {announced}
      </p>
      <div
        ref={surface}
        className={classes.surface}
        data-testid="canvas"
        data-zoom={still?.zoom}
        onPointerEnter={wake}
        {...selection.pointer}
        onPointerDownCapture={(event) => {
          if (selection.pointer.onPointerDownCapture(event)) press.forget();
          else press.onPointerDown(event);
        }}
        onClickCapture={press.onClick}
      >
        {still?.drawing}
        <div ref={div} className={classes.canvas} style={{ opacity: highlight === null ? 1 : RECEDED }} aria-hidden="true" />
        {drawnCore !== null && <OverCanvas core={drawnCore} picture={picture} look={look} highlight={highlight} selectedId={activeId} />}
        {props.area !== undefined && (
          <AreaOverlay area={selection.area} words={props.area.wordsFor(selection.inside)} isOn={selection.isOn} />
        )}
      </div>
      {camera.isZoomedIn && core !== null && <Minimap core={core} picture={picture} />}
    </div>
  );
}

interface Steered extends Pick<WakingCore, 'whenAwake'> {
  activeId: string | null;
  moveTo(id: string | null): void;
  fit(): void;
  moveByHand(): void;
}

/** The picture as SVG until the canvas has drawn it, or null if it is not shown; and what answers presses that begin before the canvas is there. */
function useStill(
  { picture, look, highlight, frame, selectedId, isCovered, onSelect, onOpen }: Props,
  isAsleep: boolean,
  isDrawn: boolean,
): [{ zoom: string; drawing: ReactNode } | null, Pressing] {
  // A page that opens with a selection waits for the canvas, which moves the picture beside the panel.
  const [isChosenFirst] = useState(isCovered || selectedId !== null);
  const svg = useRef<SVGSVGElement>(null);
  const pressed = useRef<{ id: string | null } | null>(null);
  const press = {
    onPointerDown: ({ clientX, clientY }: PointerEvent): void => {
      const toPicture = svg.current?.getScreenCTM()?.inverse();
      const isAnswered = isAsleep && toPicture !== undefined;
      pressed.current = isAnswered ? { id: nodeAt(picture, new DOMPoint(clientX, clientY).matrixTransform(toPicture)) } : null;
    },
    forget: (): void => {
      pressed.current = null;
    },
    // The canvas may have come in between, but it has not seen where the press began.
    onClick: ({ detail }: MouseEvent): void => {
      if (pressed.current === null) return;
      const { id } = pressed.current;
      pressed.current = null;
      if (id === null || detail < 2) onSelect(id);
      else onOpen(id);
    },
  };
  if (isDrawn || frame === null || isChosenFirst) return [null, press];
  const drawing = <StillPicture picture={picture} look={look} highlight={highlight} frame={frame} drawing={svg} />;
  return [{ zoom: fitted(picture.size, frame).zoom.toFixed(4), drawing }, press];
}

interface Pressing {
  onPointerDown(event: PointerEvent): void;
  forget(): void;
  onClick(event: MouseEvent): void;
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
function steerBy(key: string, { picture, selectedId, onSelect, onOpen, onLikely }: Props, camera: Steered): boolean {
  const direction = ARROWS[key];
  if (direction !== undefined) {
    const next = nearestInDirection(choosable(picture), camera.activeId, direction);
    const node = picture.nodes.find(({ id }) => id === next);
    if (next === null || node === undefined) return true;
    camera.moveTo(next);
    onLikely(next);
    camera.whenAwake((core) => goTo(core, node.box));
  } else if (key === '+' || key === '=' || key === '-')
    camera.whenAwake((core) => {
      camera.moveByHand();
      zoomBy(core, key === '-' ? 1 / ZOOM_STEP : ZOOM_STEP);
    });
  else if (key === '0') camera.fit();
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
