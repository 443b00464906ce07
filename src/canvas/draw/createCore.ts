/** Creates Cytoscape for a div and passes its events on. The only place that loads the library. */
import type { Core, EventObject } from 'cytoscape';
import { restOn } from '@/ui/hoverIntent';
import { later } from '@/ui/later';
import type { Point } from '../model/picture';
import { STYLESHEET } from './stylesheet';

export type { Core };

export interface Hover {
  kind: 'node' | 'line';
  id: string;
  /** In pixels from the canvas' top left corner. */
  at: Point;
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
export function createCore({ default: cytoscape }: Library, container: HTMLElement, events: () => CanvasEvents): Core {
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

function chosenBy({ target }: EventObject): string {
  return String((target as { data(name: string): unknown }).data('chooses') ?? '');
}

/** The line that was pressed, or whose number was; null for a node. */
function lineOf({ target }: EventObject): string | null {
  const element = target as { isEdge(): boolean; id(): string; hasClass(name: string): boolean; data(name: string): unknown };
  if (element.isEdge()) return element.id();
  return element.hasClass('badge') ? String(element.data('of')) : null;
}

function listen(core: Core, events: () => CanvasEvents): void {
  core.on('tap', (event) => {
    const line = event.target === core ? null : lineOf(event);
    const { onSelect, onSelectLine } = events();
    if (line !== null && onSelectLine !== undefined) onSelectLine(line);
    else {
      const id = event.target === core || line !== null ? '' : chosenBy(event);
      onSelect(id === '' ? null : id);
    }
  });
  core.on('dbltap', 'node', (event) => {
    if (lineOf(event) === null) events().onOpen(chosenBy(event));
  });
  let leave = nothing;
  core.on('mouseover', 'node', (event) => {
    leave();
    if (lineOf(event) === null) leave = restOn(() => events().onLikely(chosenBy(event)));
  });
  core.on('mouseout', 'node', () => leave());
  core.on('mouseover', 'node, edge', (event) => {
    const { x, y } = event.renderedPosition;
    const line = lineOf(event);
    events().onHover({ kind: line === null ? 'node' : 'line', id: line ?? chosenBy(event), at: { x, y } });
  });
  core.on('mouseout', 'node, edge', () => events().onHover(null));
  core.on('pan zoom', () => events().onHover(null));
}
