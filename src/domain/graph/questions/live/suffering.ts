/** The components that live impact found worse than Healthy, and the dependencies between them that pass this on. */
import { NEIGHBOUR_MASK, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LiveImpact } from './liveImpact';

export interface Suffering {
  /** By node; missing if the node is not impacted. */
  severityOf: ReadonlyMap<number, number>;
  /** Whether a dependency, as in the rows of the graph, passes on this state of its target. */
  passes(packed: number, target: number): boolean;
  /** Fewest hops from any of these causes, over impacted components, in the order of distance. */
  depthsFrom(causes: readonly number[]): Map<number, number>;
}

/** Reads the graph of `impact` when asked, so it is valid only until that graph changes. */
export function whatSuffers({ graph, nodes, severities }: Pick<LiveImpact, 'graph' | 'nodes' | 'severities'>): Suffering {
  const severityOf = new Map<number, number>();
  for (let i = 0; i < nodes.length; i++) severityOf.set(nodes[i]!, severities[i]!);
  const passes = (packed: number, target: number): boolean =>
    UNFILTERED.passes[((packed >>> 24) << 2) | (severityOf.get(target) ?? 0)]! > 0;
  const { dependents } = graphOf(graph).edges;
  const depthsFrom = (causes: readonly number[]): Map<number, number> => {
    const depths = new Map(causes.map((node) => [node, 0]));
    // A map that grows during iteration visits each added entry once, nearest first.
    for (const [node, depth] of depths) {
      const start = dependents.starts[node] ?? 0;
      for (let place = start; place < start + dependents.rowLength(node); place++) {
        const packed = dependents.values[place]!;
        const neighbour = packed & NEIGHBOUR_MASK;
        if (!depths.has(neighbour) && severityOf.has(neighbour) && passes(packed, node)) depths.set(neighbour, depth + 1);
      }
    }
    return depths;
  };
  return { severityOf, passes, depthsFrom };
}
