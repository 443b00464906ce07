/** From the components in a traversal to the applications, capabilities, processes and audiences that they reach. */
import { AffectedEntities } from './affectedEntities';
import type { ComponentStore } from '@/domain/graph/arrays/componentStore';
import type { LinkTable } from '@/domain/graph/arrays/linkTable';
import type { Outermost } from './outermost';
import { counts, NONE_BESIDES, type AlsoCounted } from './inService';
import type { ApplicationFact } from '@/domain/graph/arrays/landscapeFacts';
import { forEachInRow } from '@/domain/graph/arrays/rowArena';
import type { Traversal } from './traversal';
import { inStretches } from '@/plain/steps';
import type { Steps } from '@/plain/steps';

type LinkName = 'applicationCapabilities' | 'applicationProcesses' | 'processCapabilities' | 'segmentCapabilities' | 'capabilityParents';

/** The parts of a landscape graph that a roll-up reads. */
interface RolledUpGraph {
  components: ComponentStore;
  applications: { capacity: number; at(index: number): Pick<ApplicationFact, 'lifecycleState'> };
  capabilities: { capacity: number };
  processes: { capacity: number };
  segments: { capacity: number };
  links: Readonly<Record<LinkName, LinkTable>>;
  outermost: Outermost;
  traversal: Traversal;
}

/** Valid until the next query to the same graph. */
export class RollUp {
  /** `partCounts` says how many components of each are in the traversal. */
  readonly applications = new AffectedEntities();
  readonly capabilities = new AffectedEntities();
  readonly processes = new AffectedEntities();
  readonly segments = new AffectedEntities();
  /** By position: the worst severity inside each application whose outermost components are not in the traversal. */
  private insideSeverities = new Uint8Array(0);
  private hasOutermost = new Uint8Array(0);

  get approximateBytes(): number {
    const parts = [this.applications, this.capabilities, this.processes, this.segments];
    return parts.reduce((sum, part) => sum + part.approximateBytes, 2 * this.hasOutermost.length);
  }

  /**
   * Fills the four sets. An application is reached if any of its components is in the traversal. It takes the worst of its outermost
   * components, so that losing something optional inside does not paint all of it red. If none of these is in the traversal (a shallow
   * query), it takes the worst of those that are; but if the traversal `isComplete`, so that it would have reached them, it is Healthy.
   *
   * A capability takes the worst of the applications that support it and of the capabilities below it, a process of its applications and
   * capabilities, an audience of its capabilities. Applications that are not in service reach these without harming them, unless they are
   * `also` counted.
   */
  *fill(graph: RolledUpGraph, isComplete = false, also = NONE_BESIDES): Steps<void> {
    this.begin(graph);
    const { count, portion } = graph.traversal;
    yield* inStretches(count, portion, (from, end) => this.addApplications(graph, from, end));
    yield* this.judgeByOutermost(graph, isComplete);
    yield* inStretches(this.applications.count, portion, (from, end) => this.fillFromApplications(graph, from, end, also));
    const { processes, segments, capabilities } = this;
    const { processCapabilities, segmentCapabilities } = graph.links;
    yield* inStretches(capabilities.count, portion, (from, end) => {
      for (let position = from; position < end; position++) {
        const depth = capabilities.depths[position]!;
        const severity = capabilities.severities[position]!;
        forEachInRow(processCapabilities.holders, capabilities.indexes[position]!, (index) => processes.add(index, depth, severity));
        forEachInRow(segmentCapabilities.holders, capabilities.indexes[position]!, (segment) => segments.add(segment, depth, severity));
      }
    });
  }

  /**
   * Fills only the applications, for upstream questions: those with a component in the traversal that is not an origin. Each takes the worst
   * of all its components there. What is made of applications is no cause, so the other sets stay empty.
   */
  *fillCauses(graph: RolledUpGraph): Steps<void> {
    this.begin(graph);
    const { applications } = this;
    const { queue, originCount, count, portion } = graph.traversal;
    const applicationOf = graph.components.applications;
    yield* inStretches(count - originCount, portion, (from, end) => this.addApplications(graph, originCount + from, originCount + end));
    yield* inStretches(originCount, portion, (from, end) => {
      for (let i = from; i < end; i++) if (applications.positionOf(applicationOf[queue[i]!]!) !== -1) this.addApplications(graph, i, i + 1);
    });
  }

  private begin(graph: RolledUpGraph): void {
    this.applications.begin(graph.applications.capacity);
    this.capabilities.begin(graph.capabilities.capacity);
    this.processes.begin(graph.processes.capacity);
    this.segments.begin(graph.segments.capacity);
  }

  /** Adds the applications of a range of the queue, each with the worst of its components. */
  private addApplications({ components, traversal }: RolledUpGraph, from: number, end: number): void {
    const { applications } = this;
    const { queue, severities, stamps, base } = traversal;
    const applicationOf = components.applications;
    for (let i = from; i < end; i++) {
      const node = queue[i]!;
      const application = applicationOf[node]!;
      applications.add(application, stamps[node]! - base, severities[node]!);
      applications.countPart(applications.positionOf(application), severities[node]!);
    }
  }

  private *judgeByOutermost(graph: RolledUpGraph, isComplete: boolean): Steps<void> {
    const { applications } = this;
    const { queue, severities, count, portion } = graph.traversal;
    const applicationOf = graph.components.applications;
    if (this.hasOutermost.length < applications.count) {
      this.hasOutermost = new Uint8Array(applications.indexes.length);
      this.insideSeverities = new Uint8Array(applications.indexes.length);
    }
    yield* graph.outermost.refreshAll(applications.indexes.subarray(0, applications.count), portion);
    for (let position = 0; position < applications.count; position++) {
      this.insideSeverities[position] = applications.severities[position]!;
      applications.severities[position] = 0;
      this.hasOutermost[position] = 0;
    }
    yield* inStretches(count, portion, (from, end) => {
      const { isOutermost } = graph.outermost;
      for (let i = from; i < end; i++) {
        const node = queue[i]!;
        if (isOutermost[node] === 1) {
          const position = applications.positionOf(applicationOf[node]!);
          this.hasOutermost[position] = 1;
          applications.severities[position] = Math.max(applications.severities[position]!, severities[node]!);
        }
      }
    });
    for (let position = 0; position < applications.count; position++)
      if (this.hasOutermost[position] === 0 && !isComplete) applications.severities[position] = this.insideSeverities[position]!;
  }

  private fillFromApplications(graph: RolledUpGraph, from: number, end: number, also: AlsoCounted): void {
    const { applications, processes } = this;
    const { applicationCapabilities, applicationProcesses } = graph.links;
    for (let position = from; position < end; position++) {
      const depth = applications.depths[position]!;
      const application = applications.indexes[position]!;
      const severity = counts(graph, application, also) ? applications.severities[position]! : 0;
      forEachInRow(applicationCapabilities.named, application, (capability) => this.addWithAbove(graph, capability, depth, severity));
      forEachInRow(applicationProcesses.named, application, (index) => processes.add(index, depth, severity));
    }
  }

  /** A capability passes its severity on to the one above it, and so on upwards. Those above an unchanged one already have it. */
  private addWithAbove(graph: RolledUpGraph, capability: number, depth: number, severity: number): void {
    const { starts, lengths, values } = graph.links.capabilityParents.named;
    let next = capability;
    while (this.capabilities.add(next, depth, severity) && (lengths[next] ?? 0) > 0) next = values[starts[next]!]!;
  }
}
