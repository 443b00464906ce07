/**
 * Which causes contribute to the state of what is rolled up from components: applications, capabilities, processes and audiences. Each gets
 * the contributors of the members that determine its state.
 */
import type { AffectedEntities } from '@/domain/graph/spread/affectedEntities';
import { counts } from '@/domain/graph/spread/inService';
import { graphOf } from '@/domain/graph/landscape/landscapeGraph';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { rowIn } from '@/domain/graph/arrays/rowArena';
import { exposureOf, type HourlyExposure } from '@/domain/graph/spread/revenue';
import { setsWith } from './contributions';
import { fillLiveRollUp } from './liveRollUp';
import type { LiveImpact } from './liveImpact';

/** The affected entities of one kind, by index in its table. */
export class EffectiveEntities {
  private readonly severities: ReadonlyMap<number, number>;
  private readonly sets = new Map<number, number>();

  constructor(
    { indexes, severities, count }: AffectedEntities,
    private readonly union: (a: number, b: number) => number,
  ) {
    this.severities = new Map(Array.from({ length: count }, (_, position) => [indexes[position]!, severities[position]!]));
  }

  /** Healthy if it is not affected. */
  severityOf(index: number): number {
    return this.severities.get(index) ?? 0;
  }

  /** The number of the set of its contributors; the empty set if it is Healthy. */
  setOf(index: number): number {
    return this.sets.get(index) ?? 0;
  }

  /** Adds a member's contributors, if the member is as bad as the entity. */
  take(index: number, severity: number, set: number): void {
    if (severity > 0 && severity === this.severityOf(index)) this.sets.set(index, this.union(this.setOf(index), set));
  }

  *affected(): IterableIterator<number> {
    yield* this.severities.keys();
  }
}

export interface RollUpContributions {
  applications: EffectiveEntities;
  capabilities: EffectiveEntities;
  processes: EffectiveEntities;
  segments: EffectiveEntities;
}

/** What is being lost per hour in the capabilities that a cause contributes to: at risk, and expected. Do not add these up over causes. */
export type ContributedExposure = HourlyExposure;

/** Rolls the live impact up again, and follows which members determine each entity's state. O(impacted entities and their links). */
export function rollUpContributions(impact: LiveImpact): RollUpContributions {
  const { contributions, nodes, severities } = impact;
  const graph = graphOf(impact.graph);
  fillLiveRollUp(impact);
  const union = (a: number, b: number): number => contributions.sets.union(a, b);
  const effective = {
    applications: new EffectiveEntities(graph.rollUp.applications, union),
    capabilities: new EffectiveEntities(graph.rollUp.capabilities, union),
    processes: new EffectiveEntities(graph.rollUp.processes, union),
    segments: new EffectiveEntities(graph.rollUp.segments, union),
  };
  const { isOutermost } = graph.outermost;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (isOutermost[node] === 1)
      effective.applications.take(graph.components.applications[node]!, severities[i]!, contributions.setByNode[node]!);
  }
  takeFromApplications(graph, effective);
  takeFromCapabilities(graph, effective);
  return effective;
}

/** What a cause contributes to losing, as `effective` says which capabilities it contributes to. */
export function contributedExposure(
  { graph, contributions }: LiveImpact,
  effective: RollUpContributions,
  cause: number,
): ContributedExposure {
  const { capabilities, segments } = effective;
  const marks = setsWith(contributions, cause);
  const affected = Array.from(segments.affected(), (segment) => graph.segments.at(segment));
  return exposureOf(affected, (capabilityId) => {
    const capability = graph.capabilities.indexOf(capabilityId);
    return marks[capabilities.setOf(capability)] === 1 ? capabilities.severityOf(capability) : 0;
  });
}

function takeFromApplications(graph: LandscapeGraph, { applications, capabilities, processes }: RollUpContributions): void {
  const { links } = graph;
  for (const application of applications.affected()) {
    if (!counts(graph, application)) continue;
    const [severity, set] = [applications.severityOf(application), applications.setOf(application)];
    // What contributes to a capability also contributes to those above that are no worse.
    for (const capability of supportedBy(graph, application)) capabilities.take(capability, severity, set);
    for (const process of rowIn(links.applicationProcesses.named, application)) processes.take(process, severity, set);
  }
}

function takeFromCapabilities({ links }: LandscapeGraph, { capabilities, processes, segments }: RollUpContributions): void {
  for (const capability of capabilities.affected()) {
    const [severity, set] = [capabilities.severityOf(capability), capabilities.setOf(capability)];
    for (const process of rowIn(links.processCapabilities.holders, capability)) processes.take(process, severity, set);
    for (const segment of rowIn(links.segmentCapabilities.holders, capability)) segments.take(segment, severity, set);
  }
}

/** The capabilities that an application supports, and those above them; some more than once. */
export function* supportedBy({ links }: LandscapeGraph, application: number): IterableIterator<number> {
  for (const supported of rowIn(links.applicationCapabilities.named, application))
    for (let capability = supported; capability !== -1; capability = rowIn(links.capabilityParents.named, capability)[0] ?? -1)
      yield capability;
}
