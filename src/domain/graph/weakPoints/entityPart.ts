/**
 * The part of a landscape that an entity depends on: its own components, the components whose state is its state, and all their
 * dependencies.
 */
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { FoundEntity } from '@/domain/graph/landscape/views';
import { startComponents } from '@/domain/graph/landscape/startComponents';
import { partBehind, type LandscapePart } from './landscapePart';

export interface EntityPart {
  part: LandscapePart;
  /** Positions of the start components of the entity. */
  own: ReadonlySet<number>;
  /**
   * Positions of the components whose worst state is the state of the entity. For entities that roll up applications: the outermost
   * components.
   */
  tops: readonly number[];
}

/** The part behind `entity`. Uses the graph's traversal, so no other question may run at the same time. */
export function entityPart(graph: LandscapeGraph, entity: FoundEntity, also?: AlsoCounted): EntityPart {
  const { own, tops } = entityTops(graph, entity, also);
  const part = partBehind(graph, own);
  return { part, own: new Set(own.map((node) => part.positionOf(node))), tops: tops.map((node) => part.positionOf(node)) };
}

/** The same as nodes, without their dependencies. */
export function entityTops(graph: LandscapeGraph, entity: FoundEntity, also?: AlsoCounted): { own: number[]; tops: number[] } {
  const applications = startComponents(graph, entity, 0, also);
  const own = Array.from(graph.traversal.queue.subarray(0, graph.traversal.originCount));
  return { own, tops: applications === null ? own : own.filter((node) => graph.outermost.has(node)) };
}
