/**
 * Spares the canvas of a Cytoscape what it does over and over for each frame. By itself the library looks up the look of two elements at each of the
 * thousands of comparisons that put them in order, measures three names of each line that has none, and looks for their textures, which no line has. It
 * also draws everything anew a moment after an attribute of its div has changed, whether or not the div has another size.
 */
import type { Core, EdgeSingular, NodeSingular } from 'cytoscape';

type Element = (NodeSingular | EdgeSingular) & {
  pstyle(name: string): { value: unknown };
  zDepth(): number;
  poolIndex(): number;
  interactive(): boolean;
};

type InOrder = Element[] & { interactive?: Element[] };

/** What is kept of that which was drawn, to be drawn again. */
interface Textures {
  invalidateElements(elements: ArrayLike<Element>): void;
  invalidateElement(element: Element): void;
}

const NAME_TEXTURES = ['lblTxrCache', 'slbTxrCache', 'tlbTxrCache'] as const;
/** Under what style an element has its name. */
const NAMES: Readonly<Record<(typeof NAME_TEXTURES)[number], string>> = {
  lblTxrCache: 'label',
  slbTxrCache: 'source-label',
  tlbTxrCache: 'target-label',
};

/** The parts of the library's canvas that this stands on; the library does not document them. */
interface Canvas {
  cachedZSortedEles?: InOrder | null;
  /** In pixels of the screen. */
  canvasWidth?: number;
  canvasHeight?: number;
  data: Record<(typeof NAME_TEXTURES)[number] | 'eleTxrCache', Textures>;
  getCachedZSortedEles(again?: boolean): InOrder;
  updateCachedGrabbedEles(): void;
  invalidateContainerClientCoordsCache(): void;
  /** Left, top, width, height of the div in pixels of the page, and more. */
  findContainerClientCoords(): readonly number[];
  getPixelRatio(): number;
  drawCachedElementPortion(context: object, element: Element, textures: Textures, ...how: unknown[]): void;
}

export const CANVAS_PARTS = [
  'getCachedZSortedEles',
  'updateCachedGrabbedEles',
  'drawCachedElementPortion',
  'invalidateContainerClientCoordsCache',
  'findContainerClientCoords',
  'getPixelRatio',
] as const;

/** Where the library has changed so far that its parts are not found, it draws as it does by itself. */
export function quickenCanvas(cy: Core): void {
  const canvas = (cy as unknown as { renderer(): Canvas }).renderer();
  const textures = [...NAME_TEXTURES, 'eleTxrCache' as const].map((name) => (canvas.data as Partial<Canvas['data']> | undefined)?.[name]);
  const hasTextures = textures.every((one) => typeof one?.invalidateElements === 'function' && typeof one.invalidateElement === 'function');
  if (!hasTextures || CANVAS_PARTS.some((part) => typeof canvas[part] !== 'function')) return;
  quickenOrder(cy, canvas);
  quickenNames(canvas);
  quickenResize(cy, canvas);
}

/** Where the div lies is looked up again in any case. */
function quickenResize(cy: Core, canvas: Canvas): void {
  const resize = cy.resize.bind(cy);
  cy.resize = () => {
    canvas.invalidateContainerClientCoordsCache();
    const [, , width = 0, height = 0] = canvas.findContainerClientCoords();
    const ratio = canvas.getPixelRatio();
    return width * ratio === canvas.canvasWidth && height * ratio === canvas.canvasHeight ? cy : resize();
  };
}

function quickenOrder(cy: Core, canvas: Canvas): void {
  canvas.getCachedZSortedEles = (again = false) => {
    const held = canvas.cachedZSortedEles;
    if (!again && held !== null && held !== undefined) return held;
    const elements: InOrder = inDrawingOrder(cy);
    elements.interactive = elements.filter((element) => element.interactive());
    canvas.cachedZSortedEles = elements;
    canvas.updateCachedGrabbedEles();
    return elements;
  };
}

function quickenNames(canvas: Canvas): void {
  const { data } = canvas;
  const nameIn = new Map(NAME_TEXTURES.map((textures) => [data[textures], NAMES[textures]]));
  const isUsed = new Set<Textures>();
  const { drawCachedElementPortion } = canvas;
  canvas.drawCachedElementPortion = (context, element, textures, ...how) => {
    const name = nameIn.get(textures);
    if (name !== undefined) {
      if (element.pstyle(name).value === '') return;
      isUsed.add(textures);
    }
    drawCachedElementPortion.call(canvas, context, element, textures, ...how);
  };
  for (const textures of nameIn.keys()) {
    const forget = textures.invalidateElements.bind(textures);
    textures.invalidateElements = (elements) => isUsed.has(textures) && forget(elements);
  }
  // A line is drawn anew each time.
  const { eleTxrCache } = data;
  eleTxrCache.invalidateElements = (elements) => {
    for (let at = 0; at < elements.length; at++) if (elements[at]?.isNode() === true) eleTxrCache.invalidateElement(elements[at]!);
  };
}

/** What is drawn over something else comes after it, as the library has it. */
export function inDrawingOrder(cy: Core): Element[] {
  const hasBoxes = (cy as unknown as { hasCompoundNodes(): boolean }).hasCompoundNodes();
  const keyed = cy
    .elements()
    .toArray()
    .map((one) => {
      const element = one as unknown as Element;
      const above = element.pstyle('z-index-compare').value === 'auto' && element.isNode() ? 1 : 0;
      return {
        element,
        depth: depthOf(element, hasBoxes),
        above,
        index: Number(element.pstyle('z-index').value),
        place: element.poolIndex(),
      };
    });
  keyed.sort((a, b) => a.depth - b.depth || a.above - b.above || a.index - b.index || a.place - b.place);
  return keyed.map(({ element }) => element);
}

function depthOf(element: Element, hasBoxes: boolean): number {
  const depth = element.pstyle('z-compound-depth').value;
  if (depth === 'auto') return hasBoxes ? element.zDepth() : 0;
  return depth === 'bottom' ? -1 : depth === 'top' ? Number.MAX_SAFE_INTEGER : 0;
}
