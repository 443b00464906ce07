/** One Cytoscape for a div, with what people do in it told on. The only place that loads the library. */
import type { Core, EventObject } from 'cytoscape';
import { restOn } from '@/ui/hoverIntent';
import type { Point } from '../model/picture';

export type { Core };

export interface Hover {
  kind: 'node' | 'line';
  id: string;
  /** In pixels from the canvas' top left corner. */
  at: Point;
}

export interface CanvasEvents {
  onSelect(id: string | null): void;
  /** Pressed twice, or Enter on what is chosen. */
  onOpen(id: string): void;
  onHover(hover: Hover | null): void;
  /** The pointer rests on a node. */
  onLikely(id: string): void;
}

/** Cytoscape adds a style element unless it finds one of this id; the page's policy forbids that, and PictureCanvas.module.css says the same. */
const STYLE_ID = '__________cytoscape_stylesheet';

function claimStyleId(): void {
  if (document.getElementById(STYLE_ID) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_ID;
  document.head.append(mark);
}

/** Fetches the library ahead: it takes a moment, and what is to be drawn takes another. */
export function preloadCanvas(): void {
  // Whoever draws then hears of a failure.
  void import('cytoscape').catch(() => undefined);
}

/** `events` is asked for what to tell at each event, so it may be another object at each render. */
export async function createCore(container: HTMLElement, events: () => CanvasEvents): Promise<Core> {
  const { default: cytoscape } = await import('cytoscape');
  claimStyleId();
  const core = cytoscape({
    container,
    minZoom: 0.05,
    maxZoom: 4,
    boxSelectionEnabled: false,
    autounselectify: true,
    // Where things stand is the server's to say: the same for everybody.
    autoungrabify: true,
  });
  listen(core, events);
  return core;
}

const nothing = (): void => undefined;

function chosenBy({ target }: EventObject): string {
  return String((target as { data(name: string): unknown }).data('chooses') ?? '');
}

function listen(core: Core, events: () => CanvasEvents): void {
  core.on('tap', (event) => {
    const id = event.target === core || event.target.isEdge() ? '' : chosenBy(event);
    events().onSelect(id === '' ? null : id);
  });
  core.on('dbltap', 'node', (event) => events().onOpen(chosenBy(event)));
  let leave = nothing;
  core.on('mouseover', 'node', (event) => {
    leave();
    leave = restOn(() => events().onLikely(chosenBy(event)));
  });
  core.on('mouseout', 'node', () => leave());
  core.on('mouseover', 'node, edge', (event) => {
    const { x, y } = event.renderedPosition;
    const isNode = event.target.isNode();
    events().onHover({ kind: isNode ? 'node' : 'line', id: isNode ? chosenBy(event) : event.target.id(), at: { x, y } });
  });
  core.on('mouseout', 'node, edge', () => events().onHover(null));
  core.on('pan zoom', () => events().onHover(null));
}
