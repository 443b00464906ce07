/**
 * Gives a Cytoscape its look, elements their first look in one go, and none the same look twice. By itself the library tells the box, the edges and the
 * neighbours of a new element after each single property that they have to be measured again: some forty times, which takes several times as long as all
 * else that it does for a new element. And whenever anything was said of an element, of its box or of what lies in it, and when it is brought back, it
 * reads from its data again what a stylesheet takes from there, and sums up all of its look anew.
 */
import type { Core, EdgeSingular, NodeSingular, StylesheetJson } from 'cytoscape';
import { note, noted } from './notes';

type Element = (NodeSingular | EdgeSingular) & {
  dirtyStyleCache(): void;
  dirtyCompoundBoundsCache(isSilent: boolean): void;
  dirtyBoundingBoxCache(): void;
};

type Change = [element: Element, property: string, before: unknown, after: unknown];

/** What matches an element, and so how it is to look. */
interface Context {
  key: string;
  /** Nothing is to be applied. */
  empty: boolean;
}

/** The parts of the library's style that this stands on; the library names them but does not document them. */
interface Look {
  getContextMeta(element: Element): Context;
  applyContextStyle(context: Context, style: object, element: Element): object;
  checkTriggers(...change: Change): void;
  checkZOrderTrigger(...change: Change): void;
}

const PARTS = ['getContextMeta', 'applyContextStyle', 'checkTriggers', 'checkZOrderTrigger'] as const;

/** What the look of an element was made of when it was last applied. */
interface Applied {
  look: Look;
  /** Null where it has to be applied again in any case. */
  context: string | null;
  data: Readonly<Record<string, unknown>>;
}

/** Noted on the element itself, and gone with it. */
const APPLIED = 'applied';

/**
 * What a stylesheet's functions say may depend on an element's data alone. Where the library has changed so far that its parts are not found, it draws as it
 * does by itself. Answers whether they were found.
 */
export function setStyle(cy: Core, stylesheet: StylesheetJson): boolean {
  cy.style(stylesheet);
  const look = cy.style() as unknown as Look;
  if (PARTS.some((part) => typeof look[part] !== 'function')) return false;
  quickenFirst(look);
  quickenAgain(look);
  return true;
}

function quickenFirst(look: Look): void {
  const { applyContextStyle, checkTriggers } = look;
  const tellOfOrderAlone = (...change: Change): void => look.checkZOrderTrigger(...change);
  look.applyContextStyle = (context, style, element) => {
    const isKnown = hasLook(element, look);
    // Of what is not in the picture the library does not note the look to the end.
    const applied: Applied = { look, context: element.removed() ? null : context.key, data: { ...element.data() } };
    note(element, APPLIED, applied);
    const apply = (): object => applyContextStyle.call(look, context, style, element);
    if (isKnown) return apply();
    look.checkTriggers = tellOfOrderAlone;
    try {
      return apply();
    } finally {
      look.checkTriggers = checkTriggers;
      tellOfAll(element, look);
    }
  };
}

function quickenAgain(look: Look): void {
  const { getContextMeta } = look;
  look.getContextMeta = (element) => {
    const context = getContextMeta.call(look, element);
    const applied = appliedTo(element);
    const isSame = applied?.look === look && applied.context === context.key && isSameData(applied.data, element.data());
    return isSame ? { ...context, empty: true } : context;
  };
}

function isSameData(before: Applied['data'], now: Applied['data']): boolean {
  const names = Object.keys(now);
  return names.length === Object.keys(before).length && names.every((name) => before[name] === now[name]);
}

function appliedTo(element: Element): Applied | undefined {
  return noted(element, APPLIED) as Applied | undefined;
}

function hasLook(element: Element, look: Look): boolean {
  return appliedTo(element)?.look === look;
}

/** All that the single properties would have told, but for what an element tells of itself and its box as it is added. */
function tellOfAll(element: Element, look: Look): void {
  element.dirtyStyleCache();
  if (element.isNode() && element.isChild()) element.dirtyCompoundBoundsCache(true);
  const joined = element.isNode() ? element.connectedEdges() : element.parallelEdges();
  const isDrawn = (edge: object): boolean => edge !== element && hasLook(edge as Element, look);
  if (joined.some(isDrawn)) (joined.filter(isDrawn) as unknown as Element).dirtyBoundingBoxCache();
}
