/** Creates Cytoscape for a div and passes its events on. The only place that loads the library. */
import type { Core, EventObject } from 'cytoscape';
import { restOn } from '@/ui/hoverIntent';
import { later } from '@/ui/later';
import type { Point } from '@/canvas/model/picture';
import { STYLESHEET } from './stylesheet';

export type { Core };

export interface Hover {
  kind: 'node' | 'line';
  id: string;
  /** In pixels from the canvas' top left corner. */
  at: Point;
}

/** What the picture says of a place on it. */
export interface Places {
  /** The id that a press there selects; null if there is none. */
  nodeAt(at: Point): string | null;
}

export interface CanvasEvents {
  onSelect(id: string | null): void;
  /** A press on a line or its number; without this, lines cannot be selected. */
  onSelectLine?(id: string): void;
  /** Double-click, or Enter on what is selected. */
  onOpen(id: string): void;
  onHover(hover: Hover | null): void;
  /** Called when the pointer rests on a node. */
  onLikely(id: string): void;
}

/**
 * Cytoscape adds a style element unless one with this id exists. The page's security policy forbids that, so PictureCanvas.module.css has
 * the same rules.
 */
const STYLE_ID = '__________cytoscape_stylesheet';

function claimStyleId(): void {
  if (document.getElementById(STYLE_ID) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_ID;
  document.head.append(mark);
}

/** Fetched when a picture is first pointed at, or once the page is idle. */
export const loadLibrary = later(() => import('cytoscape'));

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** `events` is called on each event, so it may return another object after each render. */
export function createCore({ default: cytoscape }: Library, container: HTMLElement, events: () => CanvasEvents & Places): Core {
  claimStyleId();
  const core = cytoscape({
    container,
    style: STYLESHEET,
    minZoom: 0.05,
    maxZoom: 4,
    boxSelectionEnabled: false,
    autounselectify: true,
    // Nodes cannot be dragged: the server decides their positions, the same for everybody.
    autoungrabify: true,
  });
  listen(core, events);
  return core;
}

const nothing = (): void => undefined;

/** The line that was pressed, or whose number was; null for a node. */
function lineOf({ target }: EventObject): string | null {
  const element = target as { isEdge(): boolean; id(): string; hasClass(name: string): boolean; data(name: string): unknown };
  if (element.isEdge()) return element.id();
  return element.hasClass('badge') ? String(element.data('of')) : null;
}

/** Mere shapes are no elements of the canvas, so that what lies at a place is asked of the picture. */
function listen(core: Core, events: () => CanvasEvents & Places): void {
  const lineAt = (event: EventObject): string | null => (event.target === core ? null : lineOf(event));
  core.on('tap', (event) => {
    const line = lineAt(event);
    const { nodeAt, onSelect, onSelectLine } = events();
    if (line === null) onSelect(nodeAt(event.position));
    else if (onSelectLine === undefined) onSelect(null);
    else onSelectLine(line);
  });
  core.on('dbltap', (event) => {
    const id = lineAt(event) === null ? events().nodeAt(event.position) : null;
    if (id !== null) events().onOpen(id);
  });
  let pointed: string | null = null;
  let leave = nothing;
  const point = (hover: Hover | null): void => {
    if ((hover?.id ?? null) === pointed) return;
    pointed = hover?.id ?? null;
    leave();
    leave = hover?.kind === 'node' ? restOn(() => events().onLikely(hover.id)) : nothing;
    events().onHover(hover);
  };
  core.on('mousemove mouseover', (event) => {
    // A picture that is being moved has nothing under the pointer.
    if (event.originalEvent.buttons > 0) return;
    const line = lineAt(event);
    const id = line ?? events().nodeAt(event.position);
    const { x, y } = event.renderedPosition;
    point(id === null ? null : { kind: line === null ? 'node' : 'line', id, at: { x, y } });
  });
  core.on('mouseout pan zoom', () => point(null));
}
