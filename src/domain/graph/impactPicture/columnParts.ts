/** Sorts the components of an answer into applications, and these into parts: by distance, what is affected apart from what is only reached. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { MOST_CARD_ROWS, MOST_LONE_ROWS } from './columnTypes';
import type { ColumnCard, ColumnComponent, ColumnExposure, ColumnPart } from './columnTypes';
import { stateOf } from '@/domain/graph/questions/blastRadius';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** From this share of all components in one application on, the others are too few for cards to say anything. */
const LONE_SHARE = 0.6;

export interface GatheredPart {
  id: string;
  depth: number;
  isAffected: boolean;
  nodes: number[];
}

export interface GatheredCard {
  application: number;
  id: string;
  technicalName: string;
  severity: number;
  tier: number;
  depth: number;
  count: number;
  parts: GatheredPart[];
  exposure: ColumnExposure;
}

interface Reached {
  graph: LandscapeGraph;
  /** Nearest first. */
  nodes: ArrayLike<number>;
  depthOf(node: number): number;
  severityOf(node: number): number;
}

/** Whether any component is affected: then the application is counted among the affected. */
export function isAffectedCard({ parts, severity }: GatheredCard): boolean {
  return severity > 0 || parts.some(({ isAffected }) => isAffected);
}

/** By state, then exposure, then criticality tier, then technicalName. */
export function* gatherCards(
  { graph, nodes, depthOf, severityOf }: Reached,
  exposureOf: (application: number) => ColumnExposure,
): Steps<GatheredCard[]> {
  const cards = new Map<number, GatheredCard>();
  yield* inStretches(nodes.length, graph.traversal.portion, (from, end) => {
    for (let i = from; i < end; i++) {
      const node = nodes[i]!;
      const application = graph.components.applications[node]!;
      let card = cards.get(application);
      if (card === undefined) {
        const { id, criticalityTier, technicalName } = graph.applications.at(application);
        const severity = graph.rollUp.applications.severityOf(application);
        const exposure = exposureOf(application);
        const tier = CRITICALITY_TIERS.indexOf(criticalityTier);
        card = { application, id, technicalName, severity, tier, depth: depthOf(node), count: 0, parts: [], exposure };
        cards.set(application, card);
      }
      card.depth = Math.min(card.depth, depthOf(node));
      card.count++;
      partFor(card, depthOf(node), severityOf(node) > 0).nodes.push(node);
    }
  });
  for (const { parts } of cards.values()) parts.sort((a, b) => Number(b.isAffected) - Number(a.isAffected) || a.depth - b.depth);
  return [...cards.values()].sort(
    (a, b) =>
      b.severity - a.severity ||
      b.exposure.expectedPerHour - a.exposure.expectedPerHour ||
      b.exposure.perHour - a.exposure.perHour ||
      b.tier - a.tier ||
      byCodeUnit(a.technicalName, b.technicalName),
  );
}

function partFor({ id, parts }: GatheredCard, depth: number, isAffected: boolean): GatheredPart {
  const known = parts.find((part) => part.depth === depth && part.isAffected === isAffected);
  if (known !== undefined) return known;
  const part = { id: `${id} ${depth}${isAffected ? '' : ' reached'}`, depth, isAffected, nodes: [] };
  parts.push(part);
  return part;
}

/** The row of a component. */
export function columnComponent({ components }: LandscapeGraph, node: number, depth: number, severity: number): ColumnComponent {
  const { id, technicalName, name, kind } = components.viewOf(node);
  return { id, technicalName, name, kind, depth, state: stateOf(severity) };
}

/** Whether one application holds so many of the components that a picture shows these instead. */
export function isOneApplication(cards: readonly GatheredCard[]): boolean {
  const total = cards.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...cards.map(({ count }) => count));
  return most >= 8 && most > total * LONE_SHARE;
}

export function cardOf(
  { graph, depthOf, severityOf }: Reached,
  card: GatheredCard,
  told: { mostRows: number; leadsTo: number[]; canSeeRevenue: boolean },
): ColumnCard {
  const { id, technicalName, name, criticalityTier, ownerTeam } = graph.applications.at(card.application);
  const parts = card.parts.map((part): ColumnPart => {
    // The nodes are in order of their names already.
    const nodes = [...part.nodes].sort((a, b) => severityOf(b) - severityOf(a)).slice(0, told.mostRows);
    const rows = nodes.map((node) => columnComponent(graph, node, depthOf(node), severityOf(node)));
    return { id: part.id, depth: part.depth, isAffected: part.isAffected, componentCount: part.nodes.length, rows };
  });
  return {
    id,
    technicalName,
    name,
    criticalityTier,
    ownerTeam,
    depth: card.depth,
    state: stateOf(card.severity),
    componentCount: card.count,
    exposure: told.canSeeRevenue ? card.exposure : null,
    parts,
    leadsTo: told.leadsTo,
  };
}

/** The cards with each listed component as a part of its own, for links between components. */
export function withLoneParts(
  cards: readonly GatheredCard[],
  { graph, severityOf }: Pick<Reached, 'graph' | 'severityOf'>,
): GatheredCard[] {
  return cards.map((card) => ({
    ...card,
    parts: card.parts.flatMap((part) => {
      const nodes = [...part.nodes].sort((a, b) => severityOf(b) - severityOf(a));
      const lone = nodes
        .slice(0, MOST_LONE_ROWS)
        .map((node) => ({ ...part, id: `${part.id} ${graph.componentView(node).id}`, nodes: [node] }));
      return nodes.length > MOST_LONE_ROWS ? [...lone, { ...part, nodes: nodes.slice(MOST_LONE_ROWS) }] : lone;
    }),
  }));
}

export function mostRowsOf(isLone: boolean): number {
  return isLone ? MOST_LONE_ROWS : MOST_CARD_ROWS;
}
