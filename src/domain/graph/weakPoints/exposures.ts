/** Calculates the expected cost per hour of many failures, 32 at a time, over everything that earns revenue. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import { exposureOf } from '@/domain/graph/spread/revenue';
import { entityTops } from './entityPart';
import { simulateInPart, type FailurePlanes } from './failuresInPart';
import { partBehind, type LandscapePart } from './landscapePart';

const OUTAGE = 3;

/** Nodes that fail at the same time, and how severely each starts. */
export type NodeFailure = readonly { node: number; severity: number }[];

/** All nodes at Outage. */
export const outageOf = (nodes: readonly number[]): NodeFailure => nodes.map((node) => ({ node, severity: OUTAGE }));

/** What fails with a zone. Components that are also in other zones are only degraded. */
export function zoneFailure({ links }: LandscapeGraph, zone: number): NodeFailure {
  const { holders, named } = links.componentZones;
  return Array.from(holders.row(zone), (node) => ({ node, severity: named.rowLength(node) === 1 ? OUTAGE : OUTAGE - 1 }));
}

type TopsOf = ReadonlyMap<string, readonly number[]>;

/** The capabilities from which segments earn revenue, and everything that they depend on. Belongs to one landscape version. */
export class EarningPart {
  readonly part: LandscapePart;
  /** By id of each capability with a share of revenue: the positions of the components whose worst state is its state. */
  private readonly topsOf: TopsOf;

  private readonly graph: LandscapeGraph;

  constructor(
    landscape: Landscape,
    private readonly also?: AlsoCounted,
  ) {
    const graph = graphOf(landscape);
    this.graph = graph;
    const earning = new Set<string>();
    for (const { annualRevenue, capabilities } of graph.segments)
      if (annualRevenue !== null) for (const { capabilityId, revenueShare } of capabilities) if (revenueShare) earning.add(capabilityId);
    const tops = topsIn(graph, earning, also);
    this.part = partBehind(graph, new Set(tops.flatMap(([, nodes]) => nodes)));
    this.topsOf = this.positionsOf(tops);
  }

  private positionsOf(tops: ReturnType<typeof topsIn>): TopsOf {
    return new Map(tops.map(([id, nodes]) => [id, nodes.map((node) => this.part.positionOf(node))]));
  }

  /** `expectedPerHour` of each failure in the tenant's currency, with everything else healthy. */
  perHour(failures: readonly NodeFailure[]): Float64Array {
    return this.weigh(failures, this.topsOf);
  }

  /** The same after the graph was edited and the part adjusted; the edit must not add a component to those that stand for an application. */
  perHourEdited(failures: readonly NodeFailure[]): Float64Array {
    return this.weigh(failures, this.positionsOf(topsIn(this.graph, this.topsOf.keys(), this.also)));
  }

  private weigh(failures: readonly NodeFailure[], topsOf: TopsOf): Float64Array {
    const exposures = new Float64Array(failures.length);
    const within = failures.map((failure) =>
      failure.map(({ node, severity }) => ({ position: this.part.positionOf(node), severity })).filter(({ position }) => position !== -1),
    );
    simulateInPart(this.part, within, (planes, first, count) => {
      const bits = capabilityBits(topsOf, planes);
      for (let bit = 0; bit < count; bit++) exposures[first + bit] = this.exposureIn(bits, bit);
    });
    return exposures;
  }

  private exposureIn(bits: ReadonlyMap<string, readonly [number, number, number]>, bit: number): number {
    if (bits.size === 0) return 0;
    const mask = 1 << bit;
    const severityOf = (id: string): number => {
      const [one = 0, two = 0, three = 0] = bits.get(id) ?? [];
      return (three & mask) !== 0 ? 3 : (two & mask) !== 0 ? 2 : (one & mask) !== 0 ? 1 : 0;
    };
    return exposureOf(this.graph.segments, severityOf).expectedPerHour;
  }
}

/** By capability: the nodes of the components whose worst state is its own. */
export function topsIn(graph: LandscapeGraph, capabilities: Iterable<string>, also?: AlsoCounted): (readonly [string, number[]])[] {
  return Array.from(capabilities, (id) => [id, entityTops(graph, graph.findEntity('capability', id)!, also).tops] as const);
}

/**
 * By capability: in which failures, as bits, it is affected with at least Warning, Degraded and Outage. Leaves out capabilities that are not affected
 * at all.
 */
export function capabilityBits(topsOf: TopsOf, planes: FailurePlanes): Map<string, [number, number, number]> {
  const bits = new Map<string, [number, number, number]>();
  for (const [id, tops] of topsOf) {
    let [one, two, three] = [0, 0, 0];
    for (const top of tops) {
      one |= planes[1]![top]!;
      two |= planes[2]![top]!;
      three |= planes[3]![top]!;
    }
    if (one !== 0) bits.set(id, [one, two, three]);
  }
  return bits;
}
