/**
 * Gives a Cytoscape its look, and elements their first look in one go. By itself the library tells the box, the edges and the neighbours of a new element after
 * each single property that they have to be measured again: some forty times, which takes several times as long as all else that it does for a new element.
 */
import type { Core, EdgeSingular, NodeSingular, StylesheetJson } from 'cytoscape';

type Element = (NodeSingular | EdgeSingular) & {
  dirtyStyleCache(): void;
  dirtyCompoundBoundsCache(isSilent: boolean): void;
  dirtyBoundingBoxCache(): void;
};

type Change = [element: Element, property: string, before: unknown, after: unknown];

/** The parts of the library's style that this stands on; the library names them but does not document them. */
interface Look {
  applyContextStyle(context: object, style: object, element: Element): object;
  checkTriggers(...change: Change): void;
  checkZOrderTrigger(...change: Change): void;
}

const PARTS = ['applyContextStyle', 'checkTriggers', 'checkZOrderTrigger'] as const;

/** Where the library has changed so far that its parts are not found, it draws as it does by itself. Answers whether they were found. */
export function setStyle(cy: Core, stylesheet: StylesheetJson): boolean {
  cy.style(stylesheet);
  const look = cy.style() as unknown as Look;
  if (PARTS.some((part) => typeof look[part] !== 'function')) return false;
  quicken(look);
  return true;
}

function quicken(look: Look): void {
  const { applyContextStyle, checkTriggers } = look;
  const known = new WeakSet<Element>();
  const tellOfOrderAlone = (...change: Change): void => look.checkZOrderTrigger(...change);
  look.applyContextStyle = (context, style, element) => {
    const apply = (): object => applyContextStyle.call(look, context, style, element);
    if (known.has(element)) return apply();
    known.add(element);
    look.checkTriggers = tellOfOrderAlone;
    try {
      return apply();
    } finally {
      look.checkTriggers = checkTriggers;
      tellOfAll(element, known);
    }
  };
}

/** All that the single properties would have told, but for what an element tells of itself and its box as it is added. */
function tellOfAll(element: Element, known: WeakSet<Element>): void {
  element.dirtyStyleCache();
  if (element.isNode() && element.isChild()) element.dirtyCompoundBoundsCache(true);
  const joined = element.isNode() ? element.connectedEdges() : element.parallelEdges();
  const isDrawn = (edge: object): boolean => edge !== element && known.has(edge as Element);
  if (joined.some(isDrawn)) (joined.filter(isDrawn) as unknown as Element).dirtyBoundingBoxCache();
}
