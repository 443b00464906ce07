/** Elements that a picture shows no longer, kept for when it shows them again: what is brought back has its look already, which is most of the work of what is new. */
import type { Collection, Core, EdgeSingular, NodeSingular } from 'cytoscape';

type Element = NodeSingular | EdgeSingular;

/** Of one canvas; the longest away go first. */
const MOST_KEPT = 4_000;

const kept = new WeakMap<Core, Map<string, Element>>();

/** Takes them out of the picture. */
export function putAway(cy: Core, gone: Collection): void {
  const away = kept.get(cy) ?? new Map<string, Element>();
  kept.set(cy, away);
  gone.remove().forEach((element: Element) => {
    away.delete(element.id());
    // The library would go on to hold it under the pointer.
    if (element.isEdge() || !element.grabbed()) away.set(element.id(), element);
  });
  for (const id of away.keys()) {
    if (away.size <= MOST_KEPT) break;
    away.delete(id);
  }
}

/** One that has not been in the picture since, and is kept no longer; to be restored. Null where there is none. */
export function keptNode(cy: Core, id: string): NodeSingular | null {
  const element = taken(cy, id);
  return element?.isNode() === true ? element : null;
}

/** As `keptNode`, and between the same two. */
export function keptEdge(cy: Core, { id, source, target }: { id: string; source: string; target: string }): EdgeSingular | null {
  const element = taken(cy, id);
  return element?.isEdge() === true && element.data('source') === source && element.data('target') === target ? element : null;
}

/** What is brought back would look as it did: to be called where all get another look. */
export function forgetKept(cy: Core): void {
  kept.delete(cy);
}

function taken(cy: Core, id: string): Element | undefined {
  const element = kept.get(cy)?.get(id);
  kept.get(cy)?.delete(id);
  return element;
}
