/** From the components in a traversal to the applications, capabilities, processes and audiences that they affect. */
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import type { LinkTable } from '@/domain/graph/linkTable';

/** What is affected of one kind: by index, the fewest hops and the worst severity of what it is made of. */
export class AffectedEntities {
  readonly indexes: number[] = [];
  private readonly found = new Map<number, { depth: number; severity: number }>();

  /** Takes in that something an entity is made of is affected. Answers whether that changed anything. */
  add(index: number, depth: number, severity: number): boolean {
    const known = this.found.get(index);
    if (known === undefined) {
      this.found.set(index, { depth, severity });
      this.indexes.push(index);
      return true;
    }
    const hasChanged = depth < known.depth || severity > known.severity;
    known.depth = Math.min(known.depth, depth);
    known.severity = Math.max(known.severity, severity);
    return hasChanged;
  }

  has(index: number): boolean {
    return this.found.has(index);
  }

  depthOf(index: number): number {
    return this.found.get(index)?.depth ?? 0;
  }

  severityOf(index: number): number {
    return this.found.get(index)?.severity ?? 0;
  }
}

export interface AffectedApplication {
  application: number;
  depth: number;
  severity: number;
  componentCount: number;
}

export interface RollUp {
  applications: AffectedApplication[];
  capabilities: AffectedEntities;
  processes: AffectedEntities;
  segments: AffectedEntities;
}

/**
 * `byOutermost`: an application takes the worst of its outermost components, so that losing something optional inside does not paint all of it red; where none of these is in
 * the traversal (a shallow query), the worst of those that are. Without it, as for upstream, it takes the worst of all its components in the traversal.
 */
export function rollUp(graph: LandscapeGraph, byOutermost: boolean): RollUp {
  const applications = affectedApplications(graph, byOutermost);
  const capabilities = new AffectedEntities();
  const processes = new AffectedEntities();
  const segments = new AffectedEntities();
  const { links } = graph;
  for (const { application, depth, severity } of applications) {
    forEachInRow(links.applicationCapabilities.named, application, (capability) => addWithAbove(graph, capabilities, capability, depth, severity));
    forEachInRow(links.applicationProcesses.named, application, (process) => processes.add(process, depth, severity));
  }
  for (const capability of capabilities.indexes) {
    const depth = capabilities.depthOf(capability);
    const severity = capabilities.severityOf(capability);
    forEachInRow(links.processCapabilities.holders, capability, (process) => processes.add(process, depth, severity));
    forEachInRow(links.segmentCapabilities.holders, capability, (segment) => segments.add(segment, depth, severity));
  }
  return { applications, capabilities, processes, segments };
}

/** A capability passes what it suffers on to the one above it, and so on up; those above an unchanged one know it already. */
function addWithAbove(graph: LandscapeGraph, capabilities: AffectedEntities, capability: number, depth: number, severity: number): void {
  const { starts, lengths, values } = graph.links.capabilityParents.named;
  let next = capability;
  while (capabilities.add(next, depth, severity) && (lengths[next] ?? 0) > 0) {
    next = values[starts[next]!]!;
  }
}

const NONE = -1;

function affectedApplications(graph: LandscapeGraph, byOutermost: boolean): AffectedApplication[] {
  const { traversal, components, outermost } = graph;
  const { queue, severities, count } = traversal;
  const placeOf = new Int32Array(graph.applications.capacity).fill(NONE);
  const affected: AffectedApplication[] = [];
  const insideOnly: number[] = [];
  for (let i = 0; i < count; i++) {
    const node = queue[i]!;
    const application = components.applications[node]!;
    if (placeOf[application] === NONE) {
      placeOf[application] = affected.length;
      affected.push({ application, depth: traversal.depthOf(node), severity: NONE, componentCount: 0 });
      insideOnly.push(0);
    }
    const place = placeOf[application]!;
    const entry = affected[place]!;
    const severity = severities[node]!;
    entry.componentCount++;
    if (!byOutermost || outermost.has(node)) {
      entry.severity = Math.max(entry.severity, severity);
    } else {
      insideOnly[place] = Math.max(insideOnly[place]!, severity);
    }
  }
  affected.forEach((entry, place) => {
    if (entry.severity === NONE) {
      entry.severity = insideOnly[place]!;
    }
  });
  return affected;
}

function forEachInRow(rows: LinkTable['named'], row: number, visit: (value: number) => void): void {
  const start = rows.starts[row] ?? 0;
  const end = start + rows.rowLength(row);
  for (let place = start; place < end; place++) {
    visit(rows.values[place]!);
  }
}
