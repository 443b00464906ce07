/** What failures do to all capabilities, and what that costs: how a change is compared with the landscape as it is. */
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { exposureOf } from '@/domain/graph/spread/revenue';
import { capabilityBits, topsIn, type NodeFailure } from './exposures';
import { simulateInPart } from './failuresInPart';
import { partBehind, type LandscapePart } from './landscapePart';

/** Of one failure, with everything else healthy. Severities: 1 Warning, 2 Degraded, 3 Outage. */
export interface Consequence {
  /** How severely the watched component is affected; 0 if it is not. */
  watched: number;
  /** By id, those that are affected. */
  capabilities: ReadonlyMap<string, number>;
  /** Expected cost per hour in the tenant's currency. */
  perHour: number;
}

/** Belongs to one landscape version, or to one edit of a private graph. */
export class Consequences {
  /** Everything that capabilities depend on. */
  readonly part: LandscapePart;
  private tops: readonly (readonly [string, number[]])[];

  constructor(private readonly graph: LandscapeGraph) {
    this.tops = this.topsNow();
    this.part = partBehind(graph, new Set(this.tops.flatMap(([, nodes]) => nodes)));
  }

  /** In the order of the failures; each with the state of the node `watched`. */
  of(failures: readonly NodeFailure[], watched: number): Consequence[] {
    const { part } = this;
    const topsOf = new Map(this.tops.map(([id, nodes]) => [id, nodes.map((node) => part.positionOf(node))]));
    const seen = part.positionOf(watched);
    const within = failures.map((failure) =>
      failure.map(({ node, severity }) => ({ position: part.positionOf(node), severity })).filter(({ position }) => position !== -1),
    );
    const found: Consequence[] = [];
    simulateInPart(part, within, (planes, first, count) => {
      const bits = capabilityBits(topsOf, planes);
      for (let bit = 0; bit < count; bit++) {
        const levelOf = (levels: readonly number[]): number => levels.filter((level) => ((level >>> bit) & 1) === 1).length;
        const capabilities = new Map([...bits].map(([id, levels]) => [id, levelOf(levels)] as const).filter(([, level]) => level > 0));
        const ofWatched = seen === -1 ? 0 : levelOf([planes[1]![seen]!, planes[2]![seen]!, planes[3]![seen]!]);
        found[first + bit] = { watched: ofWatched, capabilities, perHour: this.cost(capabilities) };
      }
    });
    return found;
  }

  /** The same after the graph was edited and the part adjusted; the edit must not add a component to those that stand for an application. */
  ofEdited(failures: readonly NodeFailure[], watched: number): Consequence[] {
    const { tops } = this;
    this.tops = this.topsNow();
    try {
      return this.of(failures, watched);
    } finally {
      this.tops = tops;
    }
  }

  private topsNow(): readonly (readonly [string, number[]])[] {
    const { graph } = this;
    return topsIn(
      graph,
      [...graph.capabilities].map(({ id }) => id),
    );
  }

  private cost(capabilities: ReadonlyMap<string, number>): number {
    if (capabilities.size === 0) return 0;
    return exposureOf(this.graph.segments, (id) => capabilities.get(id) ?? 0).expectedPerHour;
  }
}
