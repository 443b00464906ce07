/** Builds a graph in bulk: facts in any order, then one seal that checks and lays out everything. */
import { linkComponent, putComponent, putEntity } from './graphWriter';
import { LandscapeGraph } from './landscapeGraph';
import { TABLE_NAMES } from '@/domain/graph/arrays/landscapeFacts';
import type { ComponentFact, ComponentLink, DependencyFact, LandscapeFacts, TableName } from '@/domain/graph/arrays/landscapeFacts';
import type { Steps } from '@/plain/steps';

/**
 * Copies facts into columns as they arrive, so that a loader can stream millions of rows through it. Nothing can be added after the seal.
 */
export class LandscapeGraphBuilder {
  private graph: LandscapeGraph | null = new LandscapeGraph();

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

  /** Adds a whole landscape at once, or a part of it. */
  addAll(facts: Partial<LandscapeFacts>): this {
    for (const kind of TABLE_NAMES) facts[kind]?.forEach((fact) => this.addEntity(kind, fact));
    facts.components?.forEach((fact) => this.addComponent(fact));
    facts.dependencies?.forEach((fact) => this.addDependency(fact));
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

  private addEntity<Kind extends TableName>(kind: Kind, fact: LandscapeFacts[Kind][number]): void {
    if (this.open()[kind].has(fact.id)) throw new Error(`This id was added before: ${fact.id}`);
    putEntity(this.open(), kind, fact);
  }

  private open(): LandscapeGraph {
    if (this.graph === null) throw new Error('The landscape is sealed: nothing can be added');
    return this.graph;
  }
}
