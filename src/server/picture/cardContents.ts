/**
 * What a picture can show: groups with their members, each list in an order given by the landscape itself, so that a picture stays still
 * while health changes.
 */
import type { PictureCard, PictureRow } from '@/contract/picture';
import { REST_CARD } from '@/contract/values/picture';
import type { GroupedBy } from '@/domain/graph/questions/grouping';
import type { Landscape } from '@/domain/graph/landscape/views';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import { inStretches, type Steps } from '@/plain/steps';
import type { Groups } from './landscapeGroups';
import type { Selection } from './landscapeSelection';
import { Pairs } from './pairs';
import { LOOK_OF } from './strength';

/** With three dependencies each, this takes about a millisecond. */
const NODES_IN_A_STEP = 4_000;

interface Standing {
  /** Position in CRITICALITY_TIERS. */
  tier: number;
  /** Dependencies on it from outside. */
  dependents: number;
  technicalName: string;
  id: string;
}

/** A component, or an application with its selected components. */
export interface Member extends Standing {
  name: string;
  kind: PictureRow['kind'];
  isExternal: boolean;
  nodes: readonly number[];
}

export interface CardContent extends Standing {
  kind: PictureCard['kind'];
  title: string;
  /** The groups that it stands for. */
  groups: number;
  members: readonly Member[];
  nodes: readonly number[];
}

export interface CardContents {
  grouping: GroupedBy;
  cards: CardContent[];
  /** By node: its position in `cards`; -1 if it is not selected. */
  ofNode: Int32Array;
  /** Between positions in `cards`. */
  pairs: Pairs;
}

/** Most critical first, then those with the most dependents, then by name. */
export function byStanding(a: Standing, b: Standing): number {
  return b.tier - a.tier || b.dependents - a.dependents || byCodeUnit(a.technicalName, b.technicalName) || byCodeUnit(a.id, b.id);
}

/** The components as rows of a card, in order of standing. `dependents` counts by node. */
export function componentMembers(graph: Landscape, nodes: readonly number[], dependents: Int32Array): Member[] {
  const members = nodes.map((node): Member => {
    const { id, technicalName, name, kind, isExternal } = graph.componentView(node);
    return { id, technicalName, name, kind, isExternal, tier: tierOf(graph, node), dependents: dependents[node] ?? 0, nodes: [node] };
  });
  return members.sort(byStanding);
}

function tierOf(graph: Landscape, node: number): number {
  return CRITICALITY_TIERS.indexOf(graph.applications.at(graph.components.applicationOf(node)).criticalityTier);
}

/** By node: how many selected dependencies lead to it. */
export function* dependents(graph: Landscape, { nodes, isSelected, passes }: Selection): Steps<Int32Array> {
  const dependents = new Int32Array(graph.components.capacity);
  yield* inStretches(nodes.length, NODES_IN_A_STEP, (from, end) => {
    for (let place = from; place < end; place++) {
      graph.edges.eachNeighbour('dependencies', nodes[place] ?? -1, passes, (other) => {
        if (isSelected[other] === 1) dependents[other]!++;
      });
    }
  });
  return dependents;
}

/** Cards of components. */
export function* cardsOfComponents(
  graph: Landscape,
  selection: Selection,
  { list }: Groups,
  by: GroupedBy,
  dependents: Int32Array,
): Steps<CardContents> {
  const found: CardContent[] = [];
  let held = 0;
  for (const { key, name, technicalName, nodes } of list) {
    const members = componentMembers(graph, nodes, dependents);
    found.push({ ...frameOf(key, by, name, technicalName ?? name), members, nodes });
    held += nodes.length;
    if (held < NODES_IN_A_STEP) continue;
    held = 0;
    yield;
  }
  return yield* inOrder(graph, selection, by, found);
}

/** Cards of applications. Each application is in the card that contains most of its components. */
export function* cardsOfApplications(
  graph: Landscape,
  selection: Selection,
  { list, ofNode }: Groups,
  by: Exclude<GroupedBy, 'application'>,
  applications: CardContents,
): Steps<CardContents> {
  const held: Member[][] = list.map(() => []);
  for (const { id, technicalName, title, tier, dependents, nodes } of applications.cards) {
    held[homeOf(nodes, ofNode, list)]?.push({
      id,
      technicalName,
      name: title,
      kind: 'Application',
      isExternal: false,
      tier,
      dependents,
      nodes,
    });
  }
  const found = list.flatMap((group, place): CardContent[] => {
    const members = held[place] ?? [];
    const nodes = members.flatMap((member) => member.nodes);
    return members.length === 0 ? [] : [{ ...frameOf(group.key, by, group.name, group.technicalName ?? group.name), members, nodes }];
  });
  yield;
  return yield* inOrder(graph, selection, by, found);
}

function homeOf(nodes: readonly number[], ofNode: Int32Array, groups: readonly { key: string }[]): number {
  const counts = new Map<number, number>();
  for (const node of nodes) counts.set(ofNode[node] ?? -1, (counts.get(ofNode[node] ?? -1) ?? 0) + 1);
  const keyAt = (place: number): string => groups[place]?.key ?? '';
  const [home] = [...counts].sort(([a, many], [b, more]) => more - many || byCodeUnit(keyAt(a), keyAt(b)));
  return home?.[0] ?? -1;
}

function frameOf(id: string, kind: CardContent['kind'], title: string, technicalName: string): Omit<CardContent, 'members' | 'nodes'> {
  return { id, kind, title, technicalName, groups: 1, tier: -1, dependents: 0 };
}

/** Determines how critical each card is and how much depends on it, and sorts the cards by that. */
function* inOrder(
  graph: Landscape,
  { nodes, isSelected, passes }: Selection,
  grouping: GroupedBy,
  found: CardContent[],
): Steps<CardContents> {
  const placed = placesOf(graph, found);
  const pairs = new Pairs(found.length);
  yield* inStretches(nodes.length, NODES_IN_A_STEP, (first, end) => {
    for (let place = first; place < end; place++) {
      const node = nodes[place] ?? -1;
      const from = placed[node] ?? -1;
      graph.edges.eachNeighbour('dependencies', node, passes, (other, _slot, attribute) => {
        if (isSelected[other] === 1) pairs.add(from, placed[other] ?? -1, LOOK_OF[attribute] ?? 0);
      });
    }
  });
  yield;
  const dependents = new Int32Array(found.length);
  for (const { to, count } of pairs.list) dependents[to]! += count;
  const weighed = found.map((card, place) => ({
    card: {
      ...card,
      tier: Math.max(-1, ...tiersOf(graph, card)),
      dependents: dependents[place] ?? 0,
      members: [...card.members].sort(byStanding),
    },
    place,
  }));
  weighed.sort((a, b) => byStanding(a.card, b.card));
  yield;
  const moved = new Int32Array(found.length);
  weighed.forEach(({ place }, index) => (moved[place] = index));
  const cards = weighed.map(({ card }) => card);
  return { grouping, cards, ofNode: placesOf(graph, cards), pairs: pairs.folded(found.length, (end) => moved[end] ?? end) };
}

function tiersOf(graph: Landscape, { nodes }: CardContent): Set<number> {
  const tiers = new Set<number>();
  for (const node of nodes) tiers.add(tierOf(graph, node));
  return tiers;
}

function placesOf(graph: Landscape, cards: readonly { nodes: readonly number[] }[]): Int32Array {
  const places = new Int32Array(graph.components.capacity).fill(-1);
  cards.forEach(({ nodes }, place) => {
    for (const node of nodes) places[node] = place;
  });
  return places;
}

const NOUNS: Readonly<Record<GroupedBy, readonly [one: string, many: string]>> = {
  application: ['application', 'applications'],
  'hosting-zone': ['hosting zone', 'hosting zones'],
  team: ['team', 'teams'],
  capability: ['capability', 'capabilities'],
};

/** At most `most` cards. The last ones, except those in `kept`, are combined into one card at the end. */
export function foldCards(contents: CardContents, most: number, kept: ReadonlySet<string>): CardContents {
  const { cards, grouping, ofNode } = contents;
  if (cards.length <= most) return contents;
  const room = Math.max(0, most - 1);
  const first = cards.filter(({ id }) => kept.has(id)).slice(0, room);
  const others = cards.filter((card) => !first.includes(card)).slice(0, room - first.length);
  const stays = new Set([...first, ...others]);
  const shown = cards.filter((card) => stays.has(card));
  const folded = cards.filter((card) => !stays.has(card));
  const placeOf = new Map(shown.map((card, place) => [cards.indexOf(card), place]));
  const endOf = (end: number): number => (end === -1 ? -1 : (placeOf.get(end) ?? shown.length));
  const more = shown.length === 0 ? '' : 'more ';
  const [one, many] = NOUNS[grouping].map((noun) => more + noun);
  const rest: CardContent = {
    ...frameOf(REST_CARD, 'rest', countOf(folded.length, one ?? '', many), ''),
    groups: folded.length,
    members: [],
    nodes: folded.flatMap(({ nodes }) => nodes),
  };
  return { grouping, cards: [...shown, rest], ofNode: ofNode.map(endOf), pairs: contents.pairs.folded(shown.length + 1, endOf) };
}
