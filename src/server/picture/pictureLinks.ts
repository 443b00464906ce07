/** The dependencies and dependents of one component or application, by the things on a picture that stand for the other end. */
import type { PictureInput, PictureLinks } from '@/contract/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byCodeUnit } from '@/plain/order';
import { append } from '@/plain/grouped';
import { passingEdges } from './landscapeSelection';
import type { MadePicture } from './makePicture';
import { LOOK_OF, LOOKS } from './strength';

interface Link {
  from: string;
  to: string;
  count: number;
  look: number;
}

/** Strongest first. Leaves out ends that are not on the picture. `nodes`: the component, or those of the application. */
export function linksOf(graph: Landscape, nodes: readonly number[], filters: PictureInput['filters'], made: MadePicture): PictureLinks {
  const standIns = standInsOf(made);
  const own = new Set(nodes);
  const at = [...new Set(nodes.flatMap((node) => standIns.get(graph.components.idOf(node)) ?? []))];
  const passes = passingEdges(filters);
  const links = new Map<string, Link>();
  const counts = { dependencies: 0, dependents: 0 };
  for (const side of ['dependencies', 'dependents'] as const)
    for (const node of nodes) {
      const here = standIns.get(graph.components.idOf(node)) ?? [];
      graph.edges.eachNeighbour(side, node, passes, (other, _slot, attribute) => {
        if (own.has(other)) return;
        const there = standIns.get(graph.components.idOf(other)) ?? [];
        if (here.length > 0 && there.length > 0) counts[side]++;
        for (const one of here) for (const end of there) if (!at.includes(end)) add(links, side, one, end, LOOK_OF[attribute] ?? 0);
      });
    }
  const inOrder = [...links.values()].sort(
    (a, b) => a.look - b.look || b.count - a.count || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to),
  );
  const shown = inOrder.flatMap(({ look, ...link }) => (LOOKS[look] === undefined ? [] : [{ ...link, look: LOOKS[look] }]));
  return { at, counts, links: shown };
}

function add(links: Map<string, Link>, side: 'dependencies' | 'dependents', here: string, there: string, look: number): void {
  const [from, to] = side === 'dependencies' ? [here, there] : [there, here];
  const key = `${from.length} ${from} ${to}`;
  const held = links.get(key);
  if (held === undefined) links.set(key, { from, to, count: 1, look });
  else {
    held.count++;
    held.look = Math.min(held.look, look);
  }
}

/** By the id of a component: the rows, boxes and stacks that stand for it, or the card, where there are none. */
function standInsOf({ picture, members }: MadePicture): Map<string, string[]> {
  const cards = new Set(picture.cards.map(({ id }) => id));
  const standIns = new Map<string, string[]>();
  for (const areCards of [false, true]) {
    const found = new Map<string, string[]>();
    for (const [thing, ids] of members) {
      if (cards.has(thing) !== areCards) continue;
      for (const id of ids) if (!standIns.has(id)) append(found, id, thing);
    }
    for (const [id, things] of found) standIns.set(id, things);
  }
  return standIns;
}
