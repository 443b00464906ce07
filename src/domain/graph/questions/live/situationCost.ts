/** What a situation costs, and how this is divided among its causes. */
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import { segmentExposure, sharesOfExposure } from '@/domain/graph/spread/revenue';
import type { LiveImpact } from './liveImpact';
import type { RollUpContributions } from './rollUpContributions';

/** Per hour, in the tenant's currency, rounded to 0.01. */
export interface Money {
  /** At risk. */
  perHour: number;
  /** Weighted by state. */
  expectedPerHour: number;
}

/** The part of one cause, and the nodes of the others with which it shares what some capability adds. */
export interface SharedCost {
  part: Money;
  jointlyWith: ReadonlySet<number>;
}

/** At most this many causes are named as sharing a cost. */
const MOST_SHARING = 100;

export interface CausesOfSituation {
  /** Nodes. */
  causes: readonly number[];
  rankOf: ReadonlyMap<number, number>;
  /** By node: since when it has been unhealthy, in milliseconds since 1970. */
  since: ReadonlyMap<number, number>;
}

/**
 * What each capability adds is divided equally among the causes of the situation that contribute to it (of more than 1,000, the first 1,000
 * by technicalName). Parts are rounded down to 0.01; what is left over goes to the cause that has been unhealthy longest, then by
 * technicalName.
 */
export function costOf(
  impact: LiveImpact,
  { capabilities }: Pick<RollUpContributions, 'capabilities'>,
  contributed: ReadonlySet<number>,
  { causes, rankOf, since }: CausesOfSituation,
): { exposure: Money; costs: Map<number, SharedCost> } {
  const { contributions } = impact;
  const graph = graphOf(impact.graph);
  const total = { perHour: 0, expectedPerHour: 0 };
  /** By the number of a set of causes: what its members share. */
  const shared = new Map<number, { perHour: number; expectedPerHour: number }>();
  const severityOf = (capabilityId: string): number => {
    const capability = graph.capabilities.indexOf(capabilityId);
    return contributed.has(capability) ? capabilities.severityOf(capability) : 0;
  };
  const touched = new Set([...contributed].flatMap((capability) => [...graph.links.segmentCapabilities.holders.row(capability)]));
  for (const segment of touched) {
    const fact = graph.segments.at(segment);
    const { perHour, expectedPerHour } = segmentExposure(fact, severityOf);
    total.perHour += perHour;
    total.expectedPerHour += expectedPerHour;
    for (const { capabilityId, ...share } of sharesOfExposure(fact, severityOf)) {
      if (share.perHour === 0) continue;
      const set = capabilities.setOf(graph.capabilities.indexOf(capabilityId));
      const sum = shared.get(set) ?? { perHour: 0, expectedPerHour: 0 };
      shared.set(set, { perHour: sum.perHour + share.perHour, expectedPerHour: sum.expectedPerHour + share.expectedPerHour });
    }
  }
  const costs = new Map(causes.map((node) => [node, { part: { perHour: 0, expectedPerHour: 0 }, jointlyWith: new Set<number>() }]));
  for (const [set, amount] of shared) {
    const sharing = Array.from(contributions.sets.sets[set]!, (rank) => contributions.causes[rank]!).filter((node) => costs.has(node));
    for (const node of sharing) {
      const { part, jointlyWith } = costs.get(node)!;
      part.perHour += amount.perHour / sharing.length;
      part.expectedPerHour += amount.expectedPerHour / sharing.length;
      for (const other of sharing.slice(0, MOST_SHARING + 1)) if (other !== node && jointlyWith.size < MOST_SHARING) jointlyWith.add(other);
    }
  }
  const inOrder = [...causes].sort((a, b) => since.get(a)! - since.get(b)! || rankOf.get(a)! - rankOf.get(b)!);
  const parts = inOrder.map((node) => costs.get(node)!.part);
  const exposure = {
    perHour: divide(total.perHour, parts, 'perHour'),
    expectedPerHour: divide(total.expectedPerHour, parts, 'expectedPerHour'),
  };
  return { exposure, costs };
}

/** Rounds the parts of an amount down to 0.01, and gives the first of them what is left over. Returns the rounded amount. */
function divide(amount: number, parts: Money[], field: keyof Money): number {
  // Half a cent must not become none, nor a third of 0.03 become 0.00, because of floating-point noise.
  const NOISE = 1e-6;
  const cents = Math.round(amount * 100 + NOISE);
  const rounded = parts.map((part) => Math.floor(part[field] * 100 + NOISE));
  const leftOver = cents - rounded.reduce((sum, part) => sum + part, 0);
  parts.forEach((part, position) => (part[field] = (rounded[position]! + (position === 0 ? leftOver : 0)) / 100));
  return cents / 100;
}
