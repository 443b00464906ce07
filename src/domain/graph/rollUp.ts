/** From the components in a traversal to the applications, capabilities, processes and audiences that they affect. */
import { AffectedEntities } from '@/domain/graph/affectedEntities';
import type { ComponentStore } from '@/domain/graph/componentStore';
import type { LinkTable } from '@/domain/graph/linkTable';
import type { Outermost } from '@/domain/graph/outermost';
import type { RowArena } from '@/domain/graph/rowArena';
import type { Traversal } from '@/domain/graph/traversal';

type LinkName = 'applicationCapabilities' | 'applicationProcesses' | 'processCapabilities' | 'segmentCapabilities' | 'capabilityParents';

/** What a roll-up reads of a landscape graph. */
interface RolledUpGraph {
  components: ComponentStore;
  applications: { capacity: number };
  capabilities: { capacity: number };
  processes: { capacity: number };
  segments: { capacity: number };
  links: Readonly<Record<LinkName, LinkTable>>;
  outermost: Outermost;
  traversal: Traversal;
}

/** Valid until the next query to the same graph. */
export class RollUp {
  /** `partCounts` say how many components of each are in the traversal. */
  readonly applications = new AffectedEntities();
  readonly capabilities = new AffectedEntities();
  readonly processes = new AffectedEntities();
  readonly segments = new AffectedEntities();
  /** Worst severity inside each application whose outermost components are not in the traversal, by place. */
  private insideSeverities = new Uint8Array(0);
  private hasOutermost = new Uint8Array(0);

  get approximateBytes(): number {
    const parts = [this.applications, this.capabilities, this.processes, this.segments];
    return parts.reduce((sum, part) => sum + part.approximateBytes, 2 * this.hasOutermost.length);
  }

  /**
   * Fills the four sets. An application is affected when any of its components is in the traversal. `byOutermost`: it takes the worst of
   * its outermost components, so that losing something optional inside does not paint all of it red; where none of these is in the
   * traversal (a shallow query), the worst of those that are, or Healthy where the traversal `isComplete` and went past none. Without it,
   * as for upstream, it takes the worst of all its components in the traversal. A capability takes the worst of the applications that support it and of the capabilities below it, a process of its
   * applications and capabilities, an audience of its capabilities.
   */
  fill(graph: RolledUpGraph, byOutermost: boolean, isComplete = false): void {
    this.capabilities.begin(graph.capabilities.capacity);
    this.processes.begin(graph.processes.capacity);
    this.segments.begin(graph.segments.capacity);
    this.fillApplications(graph);
    if (byOutermost) {
      this.judgeByOutermost(graph, isComplete);
    }
    this.fillFromApplications(graph);
    const { processes, segments, capabilities } = this;
    const { processCapabilities, segmentCapabilities } = graph.links;
    for (let place = 0; place < capabilities.count; place++) {
      const depth = capabilities.depths[place]!;
      const severity = capabilities.severities[place]!;
      forEachInRow(processCapabilities.holders, capabilities.indexes[place]!, (index) => processes.add(index, depth, severity));
      forEachInRow(segmentCapabilities.holders, capabilities.indexes[place]!, (segment) => segments.add(segment, depth, severity));
    }
  }

  /**
   * Each application with the worst of all its components. The queue rises in depth, so that the first component of an application is its
   * nearest.
   */
  private fillApplications(graph: RolledUpGraph): void {
    const { applications } = this;
    const { queue, severities, stamps, base, count } = graph.traversal;
    const applicationOf = graph.components.applications;
    applications.begin(graph.applications.capacity);
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      const application = applicationOf[node]!;
      applications.add(application, stamps[node]! - base, severities[node]!);
      applications.partCounts[applications.placeOf(application)]!++;
    }
  }

  private judgeByOutermost(graph: RolledUpGraph, isComplete: boolean): void {
    const { applications } = this;
    const { queue, severities, count } = graph.traversal;
    const applicationOf = graph.components.applications;
    if (this.hasOutermost.length < applications.count) {
      this.hasOutermost = new Uint8Array(applications.indexes.length);
      this.insideSeverities = new Uint8Array(applications.indexes.length);
    }
    for (let place = 0; place < applications.count; place++) {
      graph.outermost.refresh(applications.indexes[place]!);
      this.insideSeverities[place] = applications.severities[place]!;
      applications.severities[place] = 0;
      this.hasOutermost[place] = 0;
    }
    const { isOutermost } = graph.outermost;
    for (let i = 0; i < count; i++) {
      const node = queue[i]!;
      if (isOutermost[node] === 1) {
        const place = applications.placeOf(applicationOf[node]!);
        this.hasOutermost[place] = 1;
        applications.severities[place] = Math.max(applications.severities[place]!, severities[node]!);
      }
    }
    for (let place = 0; place < applications.count; place++) {
      if (this.hasOutermost[place] === 0 && !isComplete) {
        applications.severities[place] = this.insideSeverities[place]!;
      }
    }
  }

  private fillFromApplications(graph: RolledUpGraph): void {
    const { applications, processes } = this;
    const { applicationCapabilities, applicationProcesses } = graph.links;
    for (let place = 0; place < applications.count; place++) {
      const depth = applications.depths[place]!;
      const severity = applications.severities[place]!;
      const application = applications.indexes[place]!;
      forEachInRow(applicationCapabilities.named, application, (capability) => this.addWithAbove(graph, capability, depth, severity));
      forEachInRow(applicationProcesses.named, application, (index) => processes.add(index, depth, severity));
    }
  }

  /** A capability passes what it suffers on to the one above it, and so on up; those above an unchanged one know it already. */
  private addWithAbove(graph: RolledUpGraph, capability: number, depth: number, severity: number): void {
    const { starts, lengths, values } = graph.links.capabilityParents.named;
    let next = capability;
    while (this.capabilities.add(next, depth, severity) && (lengths[next] ?? 0) > 0) {
      next = values[starts[next]!]!;
    }
  }
}

function forEachInRow(rows: RowArena, row: number, visit: (value: number) => void): void {
  const { values } = rows;
  const start = rows.starts[row] ?? 0;
  const end = start + rows.rowLength(row);
  for (let place = start; place < end; place++) {
    visit(values[place]!);
  }
}
