/** Components one by one: as boxes, or as stacks of components of one kind with the same neighbors. */
import type { Landscape } from '@/domain/graph/landscape/views';
import { grouped } from '@/plain/grouped';
import type { Member } from './cardContents';
import type { Selection } from './landscapeSelection';
import { Pairs } from './pairs';
import { LOOK_OF } from './strength';

export interface Part {
  /** The id of the component, or `stack ` plus the id of its first component. */
  id: string;
  /** More than one means a stack. */
  members: readonly Member[];
  /** The open stack that it comes from. */
  stackId: string | null;
}

export interface Parts {
  list: Part[];
  /** Between positions in `list`. The last end, `list.length`, stands for everything that is left out. */
  pairs: Pairs;
}

const STACK = 'stack ';
/** Fewer are just as quick to read one by one. */
const LEAST_STACK = 3;

/**
 * The parts of these components, in order; components of open stacks one by one. For any other component, `placeOf` returns what stands for
 * it on the picture, or a negative number.
 */
export function partsOf(
  graph: Landscape,
  selection: Selection,
  members: readonly Member[],
  placeOf: (node: number) => number,
  open: ReadonlySet<string>,
): Part[] {
  return stacked(graph, selection, members, placeOf).flatMap((part) => opened(part, open));
}

/** At most `most` of these parts, and their connections. */
export function joinedParts(graph: Landscape, selection: Selection, all: readonly Part[], most: number): Parts {
  const list = all.slice(0, most);
  const partOf = new Map<number, number>();
  all.forEach(({ members: inside }, place) => {
    for (const { node } of inside) partOf.set(node, Math.min(place, list.length));
  });
  const pairs = new Pairs(list.length + 1);
  for (const [node, from] of partOf)
    graph.edges.eachNeighbour('dependencies', node, selection.passes, (other, slot, attribute) => {
      const to = partOf.get(other);
      if (to !== undefined && selection.isSelected[other] === 1) pairs.add(from, to, slot, LOOK_OF[attribute] ?? 0);
    });
  return { list, pairs };
}

function stacked(graph: Landscape, selection: Selection, members: readonly Member[], placeOf: (node: number) => number): Part[] {
  const own = new Set(members.map(({ node }) => node));
  const alike = grouped(members, (member) => neighbourhood(graph, selection, member, own, placeOf));
  const stacks = new Map<Member, readonly Member[]>();
  for (const group of alike.values()) if (group.length >= LEAST_STACK) for (const member of group) stacks.set(member, group);
  return members.flatMap((member): Part[] => {
    const stack = stacks.get(member);
    if (stack === undefined) return [{ id: member.id, members: [member], stackId: null }];
    return stack[0] === member ? [{ id: `${STACK}${member.id}`, members: stack, stackId: null }] : [];
  });
}

function opened(part: Part, open: ReadonlySet<string>): Part[] {
  if (part.members.length === 1 || !open.has(part.id)) return [part];
  return part.members.map((member) => ({ id: member.id, members: [member], stackId: part.id }));
}

/** Equal for components of one kind with the same dependencies and dependents. */
function neighbourhood(
  graph: Landscape,
  { passes, isSelected }: Selection,
  { kind, isExternal, node }: Member,
  own: ReadonlySet<number>,
  placeOf: (node: number) => number,
): string {
  const sides = (['dependencies', 'dependents'] as const).map((side) => {
    const found = new Set<string>();
    graph.edges.eachNeighbour(side, node, passes, (other) => {
      if (isSelected[other] === 1) found.add(own.has(other) ? String(other) : `card ${placeOf(other)}`);
    });
    return [...found].sort().join(',');
  });
  return [kind, isExternal, ...sides].join('|');
}
