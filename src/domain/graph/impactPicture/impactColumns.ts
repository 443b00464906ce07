/**
 * What fails and what it affects, reduced to what fits in one picture: from the causes over applications by distance to capabilities,
 * processes and audiences, with the links between them. The layout is decided elsewhere.
 */
import { NEIGHBOUR_MASK } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { RowArena } from '@/domain/graph/arrays/rowArena';
import { outcomeColumns } from '@/domain/graph/impactPicture/outcomeColumns';
import type { ColumnLink, OutcomeColumns } from '@/domain/graph/impactPicture/outcomeColumns';
import { CRITICALITY_TIERS, HEALTH_STATES } from '@/domain/vocabulary';
import type { ComponentKind, CriticalityTier, HealthState } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

/** Including the card that stands for all others. */
export const MOST_CARDS = 24;
export const MOST_CARD_ROWS = 12;
export const MOST_DRAWN_LINKS = 400;
/** The id that stands for applications without a card, as an end of links. */
export const OTHER_APPLICATIONS = 'others';

export interface ColumnComponent {
  id: string;
  technicalName: string;
  name: string;
  kind: ComponentKind;
  /** Fewest hops from what fails; 0 for what fails with it. */
  depth: number;
  state: HealthState;
}

/** An application with its affected components, nearest first. */
export interface ColumnCard {
  id: string;
  technicalName: string;
  name: string;
  criticalityTier: CriticalityTier;
  ownerTeam: string | null;
  /** The depth of its nearest affected component. */
  depth: number;
  /** The state of the application, as in every roll-up. */
  state: HealthState;
  componentCount: number;
  /** At most MOST_CARD_ROWS. */
  rows: ColumnComponent[];
}

export interface ImpactColumns extends OutcomeColumns {
  /** By criticality tier, then number of affected components, then technicalName. */
  cards: ColumnCard[];
  others: { applications: number; components: number; depth: number };
}

/** The affected nodes, on the scratch arrays of a graph whose roll-up is filled. */
export interface AffectedNodes {
  graph: LandscapeGraph;
  /** The components for cards, by depth, without those that are causes themselves. */
  nodes: ArrayLike<number>;
  /** The components that are causes or part of one, and therefore in no card. */
  causes: ArrayLike<number>;
  depthOf(node: number): number;
  severityOf(node: number): number;
  /** The id of the cause that a component is, or is part of; null for all others. */
  causeOf(node: number): string | null;
  /** The id of what the components at depth 0 in `nodes` fail with, such as the zone that holds them; null if there are none. */
  failsWith: string | null;
  /** Rows that lead one hop back towards the cause. */
  rowsBack: RowArena;
  /** Whether the failure uses this entry of `rowsBack`, which comes from `neighbour`. */
  isTaken(packed: number, neighbour: number): boolean;
  /** Upstream, links are reversed, because distant things cause what is near, and nothing is rolled up. */
  isUpstream: boolean;
  canSeeRevenue: boolean;
}

/** Takes time in proportion to the affected components and their dependencies. */
export function* impactColumns(affected: AffectedNodes): Steps<ImpactColumns> {
  const { graph, isUpstream, failsWith } = affected;
  const gathered = yield* gatherCards(affected);
  const listed = gathered.length > MOST_CARDS ? gathered.slice(0, MOST_CARDS - 1) : gathered;
  const rest = gathered.slice(listed.length);
  const links = new LinkCounter();
  yield* countLinks(affected, listed, gathered, links);
  const supporters = new Map(listed.map(({ application, id }) => [application, id]));
  for (const [application, cause] of applicationsOfCauses(affected)) {
    if (!supporters.has(application)) supporters.set(application, cause);
  }
  const outcomes = outcomeColumns(graph, isUpstream ? new Map() : supporters, { ...affected, except: failsWith });
  const { links: outcomeLinks, ...columns } = outcomes;
  return {
    cards: listed.map((card) => cardOf(affected, card)),
    others: {
      applications: rest.length,
      components: rest.reduce((sum, { nodes }) => sum + nodes.length, 0),
      depth: rest.reduce((least, { depth }) => Math.min(least, depth), rest[0]?.depth ?? 0),
    },
    ...columns,
    links: [...outcomeLinks, ...links.strongest(MOST_DRAWN_LINKS)],
  };
}

interface GatheredCard {
  application: number;
  id: string;
  depth: number;
  tier: number;
  technicalName: string;
  nodes: number[];
}

function* gatherCards({ graph, nodes, depthOf }: AffectedNodes): Steps<GatheredCard[]> {
  const cards = new Map<number, GatheredCard>();
  yield* inStretches(nodes.length, graph.traversal.portion, (from, end) => {
    for (let i = from; i < end; i++) {
      const node = nodes[i]!;
      const application = graph.components.applications[node]!;
      let card = cards.get(application);
      if (card === undefined) {
        const { id, criticalityTier, technicalName } = graph.applications.at(application);
        card = { application, id, depth: depthOf(node), tier: CRITICALITY_TIERS.indexOf(criticalityTier), technicalName, nodes: [] };
        cards.set(application, card);
      }
      card.depth = Math.min(card.depth, depthOf(node));
      card.nodes.push(node);
    }
  });
  return [...cards.values()].sort(
    (a, b) => b.tier - a.tier || b.nodes.length - a.nodes.length || byCodeUnit(a.technicalName, b.technicalName),
  );
}

function cardOf({ graph, depthOf, severityOf }: AffectedNodes, { application, depth, nodes }: GatheredCard): ColumnCard {
  const { id, technicalName, name, criticalityTier, ownerTeam } = graph.applications.at(application);
  const rows = nodes.slice(0, MOST_CARD_ROWS).map((node) => {
    const { id: componentId, technicalName: componentName, name: title, kind } = graph.componentView(node);
    return { id: componentId, technicalName: componentName, name: title, kind, depth: depthOf(node), state: stateAt(severityOf(node)) };
  });
  const state = stateAt(graph.rollUp.applications.severityOf(application));
  return { id, technicalName, name, criticalityTier, ownerTeam, depth, state, componentCount: nodes.length, rows };
}

/** The applications of what fails, each with the cause that stands for it. */
function applicationsOfCauses({ graph, causes, causeOf }: AffectedNodes): Map<number, string> {
  const found = new Map<number, string>();
  for (let i = 0; i < causes.length; i++) {
    const node = causes[i]!;
    const cause = causeOf(node);
    const application = graph.components.applications[node]!;
    if (cause !== null && !found.has(application)) found.set(application, cause);
  }
  return found;
}

function* countLinks(
  affected: AffectedNodes,
  listed: readonly GatheredCard[],
  gathered: readonly GatheredCard[],
  links: LinkCounter,
): Steps<void> {
  const { graph, depthOf, causeOf, failsWith, rowsBack, isTaken, isUpstream } = affected;
  const endOf = new Map<number, { key: string; depth: number }>();
  gathered.forEach(({ application, id, depth }, position) => {
    endOf.set(application, { key: position < listed.length ? id : OTHER_APPLICATIONS, depth });
  });
  const { applications } = graph.components;
  const count = (from: string, to: string): void => (isUpstream ? links.add(to, from) : links.add(from, to));
  const portion = Math.ceil(graph.traversal.portion / 4);
  let left = portion;
  for (const { nodes, application } of gathered) {
    const own = endOf.get(application)!;
    for (const node of nodes) {
      if (left <= 0) {
        left = portion;
        yield;
      }
      left -= 1 + rowsBack.rowLength(node);
      if (failsWith !== null && depthOf(node) === 0) count(failsWith, own.key);
      const start = rowsBack.starts[node] ?? 0;
      const end = start + rowsBack.rowLength(node);
      for (let offset = start; offset < end; offset++) {
        const packed = rowsBack.values[offset]!;
        const neighbour = packed & NEIGHBOUR_MASK;
        if (!isTaken(packed, neighbour)) continue;
        const cause = causeOf(neighbour);
        const theirs = endOf.get(applications[neighbour]!);
        if (cause !== null) count(cause, own.key);
        else if (theirs !== undefined && theirs.key !== own.key && theirs.depth < own.depth) count(theirs.key, own.key);
      }
    }
  }
}

class LinkCounter {
  private readonly counts = new Map<string, ColumnLink>();

  add(from: string, to: string): void {
    const key = `${from} ${to}`;
    const known = this.counts.get(key);
    if (known === undefined) this.counts.set(key, { from, to, count: 1 });
    else known.count++;
  }

  strongest(most: number): ColumnLink[] {
    return [...this.counts.values()]
      .sort((a, b) => b.count - a.count || byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to))
      .slice(0, most);
  }
}

function stateAt(severity: number): HealthState {
  return HEALTH_STATES[severity] ?? 'Healthy';
}
