/** Creates Cytoscape for a div and passes its events on. The only place that loads the library. */
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
  /** Double-click, or Enter on the selected node. */
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

/** `events` is called on each event, so it may return another object after each render. */
export async function createCore(container: HTMLElement, events: () => CanvasEvents): Promise<Core> {
  const { default: cytoscape } = await import('cytoscape');
  claimStyleId();
  const core = cytoscape({
    container,
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
