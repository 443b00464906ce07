/** What is around something: what depends on it to the left, what it depends on to the right, in columns by hop. */
import type { Landscape } from '@/domain/graph/landscape/views';
import { byStanding, componentMembers, tierOf, type CardContent } from '@/server/picture/cardContents';
import { hopsAround, type Selection } from '@/server/picture/landscapeSelection';
import { LOOK_OF } from '@/server/picture/strength';
import { grouped } from '@/plain/grouped';

export interface FocusCard extends CardContent {
  /** The id of its application. */
  application: string;
}

export interface FocusColumn {
  /** Negative for what depends on it; 0 is the thing itself. */
  hop: number;
  /** Components in it. */
  count: number;
  cards: readonly FocusCard[];
}

/** A dependency between two columns next to each other, on the way to or from the thing. */
export interface FocusLink {
  slot: number;
  /** Index in LOOKS. */
  look: number;
  fromHop: number;
  toHop: number;
  source: number;
  target: number;
}

export interface FocusContents {
  columns: readonly FocusColumn[];
  links: readonly FocusLink[];
}

/** `dependents`: by node. Outer columns without anything are left out. */
export function focusContents(
  graph: Landscape,
  { passes, isSelected }: Selection,
  starts: readonly number[],
  hops: number,
  dependents: Int32Array,
): FocusContents {
  const around = hopsAround(graph, isSelected, passes, starts, hops);
  const rings: { hop: number; nodes: readonly number[] }[] = [
    ...around.dependents.map((nodes, place) => ({ hop: -place - 1, nodes })).reverse(),
    { hop: 0, nodes: around.starts },
    ...around.dependencies.map((nodes, place) => ({ hop: place + 1, nodes })),
  ].filter(({ hop, nodes }) => hop === 0 || nodes.length > 0);
  const columns = rings.map(({ hop, nodes }) => ({ hop, count: nodes.length, cards: cardsOf(graph, hop, nodes, dependents) }));
  const links: FocusLink[] = [];
  rings.forEach(({ hop, nodes }, place) => {
    const next = rings[place + 1];
    if (next === undefined) return;
    const isNext = new Set(next.nodes);
    for (const source of nodes)
      graph.edges.eachNeighbour('dependencies', source, passes, (target, slot, attribute) => {
        if (isNext.has(target)) links.push({ slot, look: LOOK_OF[attribute] ?? 0, fromHop: hop, toHop: next.hop, source, target });
      });
  });
  return { columns, links };
}

function cardsOf(graph: Landscape, hop: number, nodes: readonly number[], dependents: Int32Array): FocusCard[] {
  const byApplication = grouped(nodes, (node) => graph.components.applicationOf(node));
  const cards = [...byApplication].map(([application, own]): FocusCard => {
    const { id, technicalName, name } = graph.applications.at(application);
    const members = componentMembers(graph, own, dependents);
    return {
      id: `${hop} ${id}`,
      application: id,
      technicalName,
      title: name,
      kind: 'application',
      tier: tierOf(graph, own[0] ?? -1),
      dependents: members.reduce((sum, member) => sum + member.dependents, 0),
      members,
    };
  });
  return cards.sort(byStanding);
}
