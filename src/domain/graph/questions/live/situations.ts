/**
 * Situations: the causes that are joined, because they contribute to the same component, application or directly supported capability, or
 * because one explains the other in part; with what they affect and cost together.
 */
import { counts } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { rowIn } from '@/domain/graph/arrays/rowArena';
import type { PartialExplanation } from './explainedInPart';
import type { LiveImpact } from './liveImpact';
import { supportedBy, type RollUpContributions } from './rollUpContributions';
import { costOf } from './situationCost';
import type { Money, SharedCost } from './situationCost';
import { notRecorded, type RecordedPart } from '@/domain/graph/questions/notRecorded';

export interface SituationCounts {
  /** The causes are among them. */
  components: number;
  applications: number;
  capabilities: number;
  processes: number;
  audiences: number;
  /** The sum over the audiences with a recorded number; null if there are audiences, but none with a number. */
  people: number | null;
  /** Of these audiences, those without a recorded number: there are more people then. Absent in what older versions kept. */
  audiencesWithoutNumber?: number;
}

export interface LiveSituation {
  /** Nodes: worst first, then by technicalName. */
  causes: readonly number[];
  counts: SituationCounts;
  /** The snapshot's exposure over the capabilities to which these causes contribute, rounded to 0.01. */
  exposure: Money;
  /** By node of each cause: its part of the exposure. The parts add up to the exposure exactly. */
  costs: ReadonlyMap<number, SharedCost>;
  /** What the landscape has none of that is linked to the affected applications in service. */
  notRecorded: readonly RecordedPart[];
}

/** What is worse than Healthy because of the causes of one situation, as indexes in the tables of their kinds. */
interface Affected {
  components: number;
  applications: number[];
  capabilities: Set<number>;
  processes: Set<number>;
  segments: Set<number>;
}

/** In the order of their first causes. `inPart` is by the rank of each cause. O(impacted components and what they roll up to). */
export function situationsOf(
  impact: LiveImpact,
  effective: RollUpContributions,
  inPart: readonly (PartialExplanation | null)[],
): LiveSituation[] {
  const graph = graphOf(impact.graph);
  const { contributions, rootCauses, unhealthy } = impact;
  const { rootOf, firstCauseOf } = joinAll(impact, graph, effective, inPart);
  const rankOf = new Map(Array.from(contributions.causes, (node, rank) => [node, rank]));
  const causesOf = new Map<number, number[]>();
  for (const node of rootCauses) {
    const root = rootOf(rankOf.get(node)!);
    causesOf.set(root, [...(causesOf.get(root) ?? []), node]);
  }
  const affectedOf = new Map([...causesOf.keys()].map((root) => [root, nothing()]));
  for (const node of impact.nodes) affectedOf.get(rootOf(contributions.sets.sets[contributions.setByNode[node]!]![0]!))!.components++;
  for (const [application, rank] of firstCauseOf) affectedOf.get(rootOf(rank))!.applications.push(application);
  const since = new Map<number, number>();
  unhealthy.nodes.forEach((node, position) => since.set(node, unhealthy.since[position]!));
  return [...causesOf].map(([root, causes]) => {
    const affected = affectedOf.get(root)!;
    rollUp(graph, effective, affected);
    const { exposure, costs } = costOf(impact, effective, affected.capabilities, { causes, rankOf, since });
    const inService = affected.applications.filter((application) => counts(graph, application));
    return { causes, counts: countsOf(graph, affected), exposure, costs, notRecorded: notRecorded(impact.graph, inService, true) };
  });
}

function nothing(): Affected {
  return { components: 0, applications: [], capabilities: new Set(), processes: new Set(), segments: new Set() };
}

interface Joined {
  rootOf: (rank: number) => number;
  /** By the index of each affected application: the rank of one of its causes. */
  firstCauseOf: ReadonlyMap<number, number>;
}

/** Sets of causes may name only their first members, so each member joins the first of its set, where the sets meet. */
function joinAll(
  { contributions: { sets, setByNode, joined }, nodes, severities }: LiveImpact,
  graph: LandscapeGraph,
  { applications, capabilities }: RollUpContributions,
  inPart: readonly (PartialExplanation | null)[],
): Joined {
  inPart.forEach((parts, rank) => parts?.by.forEach((other) => joined.join(rank, other)));
  const firstCauseOf = new Map<number, number>();
  const meet = (first: Map<number, number>, index: number, rank: number): void => {
    const known = first.get(index);
    if (known === undefined) first.set(index, rank);
    else joined.join(known, rank);
  };
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    const application = graph.components.applications[node]!;
    if (graph.outermost.isOutermost[node] === 1 && severities[i] === applications.severityOf(application))
      meet(firstCauseOf, application, sets.sets[setByNode[node]!]![0]!);
  }
  const firstOfCapability = new Map<number, number>();
  for (const [application, rank] of firstCauseOf) {
    if (!counts(graph, application)) continue;
    for (const capability of supportedBy(graph, application)) {
      const isSupportedDirectly = graph.links.applicationCapabilities.holders.rowLength(capability) > 0;
      if (isSupportedDirectly && capabilities.severityOf(capability) === applications.severityOf(application))
        meet(firstOfCapability, capability, rank);
    }
  }
  return { rootOf: (rank) => joined.rootOf(rank), firstCauseOf };
}

/** Adds what the applications determine the state of. */
function rollUp(graph: LandscapeGraph, effective: RollUpContributions, affected: Affected): void {
  const { links } = graph;
  for (const application of affected.applications) {
    if (!counts(graph, application)) continue;
    const severity = effective.applications.severityOf(application);
    for (const capability of supportedBy(graph, application))
      if (effective.capabilities.severityOf(capability) === severity) affected.capabilities.add(capability);
    for (const process of rowIn(links.applicationProcesses.named, application))
      if (effective.processes.severityOf(process) === severity) affected.processes.add(process);
  }
  for (const capability of affected.capabilities) {
    const severity = effective.capabilities.severityOf(capability);
    for (const process of rowIn(links.processCapabilities.holders, capability))
      if (effective.processes.severityOf(process) === severity) affected.processes.add(process);
    for (const segment of rowIn(links.segmentCapabilities.holders, capability))
      if (effective.segments.severityOf(segment) === severity) affected.segments.add(segment);
  }
}

function countsOf(graph: LandscapeGraph, { components, applications, capabilities, processes, segments }: Affected): SituationCounts {
  const known = [...segments].flatMap((segment) => graph.segments.at(segment).people ?? []);
  return {
    components,
    applications: applications.length,
    capabilities: capabilities.size,
    processes: processes.size,
    audiences: segments.size,
    audiencesWithoutNumber: segments.size - known.length,
    people: segments.size > 0 && known.length === 0 ? null : known.reduce((sum, people) => sum + people, 0),
  };
}
