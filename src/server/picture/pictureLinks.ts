/** The dependencies and dependents of one component, by the things on a picture that stand for the other end. */
import type { PictureInput, PictureLinks } from '@/contract/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byCodeUnit } from '@/plain/order';
import { passingEdges } from './landscapeSelection';
import type { MadePicture } from './makePicture';
import { LOOK_OF, LOOKS } from './strength';

interface Link {
  from: string;
  to: string;
  count: number;
  look: number;
}

/** Strongest first. Leaves out ends that are not on the picture; `at` is null for a component that is not on it. */
export function linksOf(graph: Landscape, node: number, filters: PictureInput['filters'], made: MadePicture): PictureLinks {
  const finest = finestOf(made);
  const at = finest.get(graph.components.idOf(node)) ?? null;
  if (at === null) return { at, links: [] };
  const passes = passingEdges(filters);
  const links = new Map<string, Link>();
  for (const isDependency of [true, false]) {
    graph.edges.eachNeighbour(isDependency ? 'dependencies' : 'dependents', node, passes, (other, _slot, attribute) => {
      const end = finest.get(graph.components.idOf(other));
      if (end === undefined || end === at) return;
      const [from, to] = isDependency ? [at, end] : [end, at];
      const look = LOOK_OF[attribute] ?? 0;
      const key = `${isDependency ? 'to' : 'from'} ${end}`;
      const held = links.get(key);
      if (held === undefined) links.set(key, { from, to, count: 1, look });
      else {
        held.count++;
        held.look = Math.min(held.look, look);
      }
    });
  }
  const inOrder = [...links.values()].sort(
    (a, b) => a.look - b.look || b.count - a.count || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to),
  );
  return { at, links: inOrder.flatMap(({ look, ...link }) => (LOOKS[look] === undefined ? [] : [{ ...link, look: LOOKS[look] }])) };
}

/** By the id of a component: the smallest thing that stands for it. */
function finestOf({ members }: MadePicture): Map<string, string> {
  const finest = new Map<string, { thing: string; size: number }>();
  for (const [thing, ids] of members) {
    for (const id of ids) {
      const held = finest.get(id);
      // Cards come before their contents, which are never larger.
      if (held === undefined || ids.length <= held.size) finest.set(id, { thing, size: ids.length });
    }
  }
  return new Map([...finest].map(([id, { thing }]) => [id, thing]));
}
