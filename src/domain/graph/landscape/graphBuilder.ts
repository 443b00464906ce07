/** Builds a graph in bulk: facts in any order, then one seal that checks and lays out everything. */
import { linkComponent, putApplication, putCapability, putComponent, putHostingZone, putProcess, putSegment } from './graphWriter';
import { LandscapeGraph } from './landscapeGraph';
import type { EntityTable } from '@/domain/graph/arrays/entityTable';
import type {
  ApplicationFact,
  CapabilityFact,
  ComponentFact,
  ComponentLink,
  DatasetFact,
  DependencyFact,
  EntityFact,
  HostingAreaFact,
  HostingZoneFact,
  LandscapeFacts,
  ProcessFact,
  SegmentFact,
  TechnologyFact,
} from '@/domain/graph/arrays/landscapeFacts';
import type { Steps } from '@/plain/steps';

/**
 * Copies facts into columns as they arrive, so that a loader can stream millions of rows through it. Nothing can be added after the seal.
 */
export class LandscapeGraphBuilder {
  private graph: LandscapeGraph | null = new LandscapeGraph();

  addApplication(fact: ApplicationFact): void {
    assertNew(this.open().applications, fact);
    putApplication(this.open(), fact);
  }

  /** The node of the component, for its links if they come later. */
  addComponent(fact: ComponentFact): number {
    if (this.open().components.find(fact.id) !== -1) throw new Error(`This id was added before: ${fact.id}`);
    return putComponent(this.open(), fact);
  }

  /** Sets one kind of links of a component that was added without them. */
  addComponentLinks(link: ComponentLink, node: number, ids: readonly string[]): void {
    linkComponent(this.open(), link, node, ids);
  }

  addDependency(fact: DependencyFact): void {
    this.open().edges.gather(fact);
  }

  addCapability(fact: CapabilityFact): void {
    assertNew(this.open().capabilities, fact);
    putCapability(this.open(), fact);
  }

  addProcess(fact: ProcessFact): void {
    assertNew(this.open().processes, fact);
    putProcess(this.open(), fact);
  }

  addSegment(fact: SegmentFact): void {
    assertNew(this.open().segments, fact);
    putSegment(this.open(), fact);
  }

  addHostingArea(fact: HostingAreaFact): void {
    assertNew(this.open().hostingAreas, fact);
    this.open().hostingAreas.put(fact);
  }

  addHostingZone(fact: HostingZoneFact): void {
    assertNew(this.open().hostingZones, fact);
    putHostingZone(this.open(), fact);
  }

  addTechnology(fact: TechnologyFact): void {
    assertNew(this.open().technologies, fact);
    this.open().technologies.put(fact);
  }

  addDataset(fact: DatasetFact): void {
    assertNew(this.open().datasets, fact);
    this.open().datasets.put(fact);
  }

  /** Adds a whole landscape at once. */
  addAll(facts: Partial<LandscapeFacts>): this {
    facts.applications?.forEach((fact) => this.addApplication(fact));
    facts.components?.forEach((fact) => this.addComponent(fact));
    facts.dependencies?.forEach((fact) => this.addDependency(fact));
    facts.capabilities?.forEach((fact) => this.addCapability(fact));
    facts.processes?.forEach((fact) => this.addProcess(fact));
    facts.segments?.forEach((fact) => this.addSegment(fact));
    facts.hostingAreas?.forEach((fact) => this.addHostingArea(fact));
    facts.hostingZones?.forEach((fact) => this.addHostingZone(fact));
    facts.technologies?.forEach((fact) => this.addTechnology(fact));
    facts.datasets?.forEach((fact) => this.addDataset(fact));
    return this;
  }

  /** Finishes building and returns the graph. Throws if a fact refers to one that never came. */
  *seal(version: number): Steps<LandscapeGraph> {
    const graph = this.open();
    this.graph = null;
    for (const table of graph.tables()) table.assertComplete();
    const { components } = graph;
    yield* graph.edges.settle(components.capacity, (ordinal) => components.findOrdinal(ordinal));
    yield* components.ofApplication.compact();
    for (const link of Object.values(graph.links)) yield* link.compact();
    yield* components.orderNames();
    graph.version = version;
    return graph;
  }

  private open(): LandscapeGraph {
    if (this.graph === null) throw new Error('The landscape is sealed: nothing can be added');
    return this.graph;
  }
}

function assertNew(table: EntityTable<EntityFact>, fact: EntityFact): void {
  if (table.has(fact.id)) throw new Error(`This id was added before: ${fact.id}`);
}
