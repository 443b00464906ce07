/** The contents of cards: their components, in order, and how cards depend on each other. For landscapes small enough to have cards. */
import type { PictureCard, PictureRow } from '@/contract/picture';
import type { CARD_GROUPINGS } from '@/contract/values/picture';
import type { Landscape } from '@/domain/graph/landscape/views';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { inStretches, type Steps } from '@/plain/steps';
import type { Groups } from './landscapeGroups';
import type { Selection } from './landscapeSelection';
import { Pairs } from './pairs';
import { LOOK_OF } from './strength';

/** With three dependencies each, this takes about a millisecond. */
export const NODES_IN_A_STEP = 4_000;

export type CardGrouping = (typeof CARD_GROUPINGS)[number];

export interface Standing {
  /** Position in CRITICALITY_TIERS. */
  tier: number;
  /** Dependencies on it from outside. */
  dependents: number;
  technicalName: string;
  id: string;
}

/** A component. */
export interface Member extends Standing {
  name: string;
  kind: Exclude<PictureRow['kind'], 'Application'>;
  isExternal: boolean;
  node: number;
}

export interface CardContent extends Standing {
  kind: PictureCard['kind'];
  title: string;
  members: readonly Member[];
}

export interface CardContents {
  grouping: CardGrouping;
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
    return { id, technicalName, name, kind, isExternal, tier: tierOf(graph, node), dependents: dependents[node] ?? 0, node };
  });
  return members.sort(byStanding);
}

export function tierOf(graph: Landscape, node: number): number {
  return CRITICALITY_TIERS.indexOf(graph.applications.at(graph.components.applicationOf(node)).criticalityTier);
}

/** By node: how many selected dependencies lead to it. */
export function* dependents(graph: Landscape, { nodes, isSelected, passes }: Selection): Steps<Int32Array> {
  const dependents = new Int32Array(graph.components.capacity);
  yield* inStretches(nodes.length, NODES_IN_A_STEP, (from, end) => {
    for (let place = from; place < end; place++)
      graph.edges.eachNeighbour('dependencies', nodes[place] ?? -1, passes, (other) => {
        if (isSelected[other] === 1) dependents[other]!++;
      });
  });
  return dependents;
}

/** Cards of components, in order of standing. */
export function cardsOf(
  graph: Landscape,
  selection: Selection,
  { list, placesOf }: Groups,
  grouping: CardGrouping,
  dependents: Int32Array,
): CardContents {
  const { nodes, isSelected, passes } = selection;
  const placeOf = (node: number): number => placesOf(node)[0] ?? -1;
  const pairs = new Pairs(list.length);
  for (const node of nodes)
    graph.edges.eachNeighbour('dependencies', node, passes, (other, slot, attribute) => {
      if (isSelected[other] === 1) pairs.add(placeOf(node), placeOf(other), slot, LOOK_OF[attribute] ?? 0);
    });
  const onCard = new Int32Array(list.length);
  for (const { to, slots } of pairs.list) onCard[to]! += slots.length;
  const weighed = list.map(({ key, name, technicalName, nodes: own }, place) => {
    const members = componentMembers(graph, own, dependents);
    const tier = Math.max(-1, ...members.map((member) => member.tier));
    const standing = { id: key, technicalName: technicalName ?? name, tier, dependents: onCard[place] ?? 0 };
    return { card: { ...standing, kind: grouping, title: name, members }, place };
  });
  weighed.sort((a, b) => byStanding(a.card, b.card));
  const moved = new Int32Array(list.length);
  weighed.forEach(({ place }, index) => (moved[place] = index));
  const ofNode = new Int32Array(graph.components.capacity).fill(-1);
  for (const node of nodes) ofNode[node] = moved[placeOf(node)] ?? -1;
  return { grouping, cards: weighed.map(({ card }) => card), ofNode, pairs: pairs.moved((end) => moved[end] ?? end) };
}
