/**
 * Everything that the weak points of a landscape depend on, copied from the graph into plain arrays, so that another thread can calculate
 * them.
 */
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Landscape } from '@/domain/graph/landscape/views';
import type { SegmentFact } from '@/domain/graph/arrays/landscapeFacts';
import { entityTops } from './entityPart';
import { partBehind, type LandscapePart } from './landscapePart';
import { groupsIn, singleCausesIn, type OwnedGroup, type SingleCause } from './margins';

/** The input of the calculation; can be sent to another thread. */
export interface SummaryTask {
  part: Omit<LandscapePart, 'positionOf'>;
  /** By position: the number that identifies the component in the database. */
  ordinals: Int32Array;
  /** The components by position, then zones and technologies. */
  causes: SingleCause[];
  /** By cause: its place by technicalName among those of its kind. Orders equals, because edits change the order of the graph's rows. */
  ranks: Int32Array;
  /** The ids of the zones and technologies among the causes. */
  grounds: string[];
  groups: OwnedGroup[];
  /** `within`: the ids of the capability itself and of all that contain it. */
  capabilities: { id: string; within: string[]; own: number[]; tops: number[] }[];
  segments: Pick<SegmentFact, 'annualRevenue' | 'capabilities'>[];
}

/** The task of summarising the whole landscape. A copy: later edits of the graph do not change it. */
export function summaryTask(landscape: Landscape): SummaryTask {
  const graph = graphOf(landscape);
  const { positionOf, ...part } = partBehind(graph, graph.nodes());
  const whole = { ...part, positionOf };
  const positions = (nodes: readonly number[]): number[] => nodes.map(positionOf);
  const causes = singleCausesIn(graph, whole);
  const ranks = {
    component: graph.components.nameOrder.ranks,
    'hosting-zone': graph.tableOf('hosting-zone').nameOrder.ranks,
    technology: graph.tableOf('technology').nameOrder.ranks,
  };
  return {
    part,
    ordinals: part.nodes.map((node) => graph.components.ordinalOf(node)),
    causes,
    ranks: Int32Array.from(causes, ({ kind, index }) => ranks[kind][index]!),
    grounds: causes.flatMap(({ kind, index }) => (kind === 'component' ? [] : [graph.tableOf(kind).at(index).id])),
    groups: groupsIn(graph, whole),
    capabilities: [...graph.capabilities].map(({ id }) => {
      const { own, tops } = entityTops(graph, graph.findEntity('capability', id)!);
      return { id, within: withinOf(graph, id), own: positions(own), tops: positions(tops) };
    }),
    segments: [...graph.segments].map(({ annualRevenue, capabilities }) => ({ annualRevenue, capabilities })),
  };
}

function withinOf({ capabilities, links }: LandscapeGraph, id: string): string[] {
  const within = new Set([capabilities.indexOf(id)]);
  for (const index of within) links.capabilityParents.named.row(index).forEach((parent) => within.add(parent));
  return Array.from(within, (index) => capabilities.at(index).id);
}
