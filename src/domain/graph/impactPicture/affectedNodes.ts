/** What a picture of impact is made from. */
import type { RowArena } from '@/domain/graph/arrays/rowArena';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';

/** The affected nodes, on the scratch arrays of a graph whose roll-up is filled. */
export interface AffectedNodes {
  graph: LandscapeGraph;
  /** The components for cards, by depth and then technicalName, without those that are causes themselves. */
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
  /** Leaves out capabilities, processes and audiences that are only reached; default false. */
  isAffectedOnly?: boolean;
  /** Lists the applications of this group only: a team, or a capability; empty for those without. Default: all. */
  group?: string | null | undefined;
}
