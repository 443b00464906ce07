/** What an entity stands on: its own components, those whose state is its state, and all that they depend on. */
import type { FoundEntity, LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { startComponents } from '@/domain/graph/startComponents';
import { partBehind, type LandscapePart } from './landscapePart';

export interface EntityPart {
  part: LandscapePart;
  /** Positions of the start components of the entity. */
  own: ReadonlySet<number>;
  /** Positions of those whose worst state is what the entity rolls up to: its outermost components, where it stands for applications. */
  tops: readonly number[];
}

export function entityPart(graph: LandscapeGraph, entity: FoundEntity): EntityPart {
  const { own, tops } = entityTops(graph, entity);
  const part = partBehind(graph, own);
  return { part, own: new Set(own.map((node) => part.positionOf(node))), tops: tops.map((node) => part.positionOf(node)) };
}

/** The same by node, without what they depend on. */
export function entityTops(graph: LandscapeGraph, entity: FoundEntity): { own: number[]; tops: number[] } {
  const applications = startComponents(graph, entity, 0);
  const own = Array.from(graph.traversal.queue.subarray(0, graph.traversal.originCount));
  return { own, tops: applications === null ? own : own.filter((node) => graph.outermost.has(node)) };
}
