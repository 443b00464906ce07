/**
 * One tenant's landscape in memory, ready for questions: components, edges, links and the tables of the other kinds. The builder fills it;
 * edits change it in place.
 */
import { ComponentStore } from '@/domain/graph/arrays/componentStore';
import { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { EntityTable } from '@/domain/graph/arrays/entityTable';
import { TABLE_NAMES, TABLE_OF } from '@/domain/graph/arrays/landscapeFacts';
import type {
  ApplicationFact,
  CapabilityFact,
  ComponentView,
  DatasetFact,
  EntityFact,
  HostingAreaFact,
  HostingZoneFact,
  ProcessFact,
  SegmentFact,
  TechnologyFact,
} from '@/domain/graph/arrays/landscapeFacts';
import { LinkTable } from '@/domain/graph/arrays/linkTable';
import type { DependencyView, FoundEntity, Landscape } from './views';
import { Outermost } from '@/domain/graph/spread/outermost';
import type { Causes } from '@/domain/graph/spread/causes';
import { QueryScratch } from '@/domain/graph/spread/queryScratch';
import type { RollUp } from '@/domain/graph/spread/rollUp';
import type { Traversal } from '@/domain/graph/spread/traversal';
import type { EntityKind } from '@/domain/vocabulary';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A query either runs to its end on the graph's own scratch arrays, or in steps; then its runner swaps in the query's own arrays for each
 * step. Edits may happen between queries, never during one.
 */
export class LandscapeGraph implements Landscape {
  /** The landscape version that this graph shows. */
  version = 0;
  readonly components = new ComponentStore();
  readonly edges = new EdgeStore();
  readonly applications = new EntityTable<ApplicationFact>('application');
  readonly capabilities = new EntityTable<CapabilityFact>('capability');
  readonly processes = new EntityTable<ProcessFact>('process');
  readonly segments = new EntityTable<SegmentFact>('segment');
  readonly hostingAreas = new EntityTable<HostingAreaFact>('hosting-area');
  readonly hostingZones = new EntityTable<HostingZoneFact>('hosting-zone');
  readonly technologies = new EntityTable<TechnologyFact>('technology');
  readonly datasets = new EntityTable<DatasetFact>('dataset');
  readonly links = {
    componentZones: new LinkTable(),
    componentTechnologies: new LinkTable(),
    componentDatasets: new LinkTable(),
    applicationCapabilities: new LinkTable(),
    applicationProcesses: new LinkTable(),
    processCapabilities: new LinkTable(),
    segmentCapabilities: new LinkTable(),
    /** A capability names its parent. */
    capabilityParents: new LinkTable(),
    /** A zone names its area. */
    zoneAreas: new LinkTable(),
  };
  readonly outermost = new Outermost(this.components, this.edges);
  /** The scratch arrays of the running query. */
  scratch = new QueryScratch();

  get traversal(): Traversal {
    return this.scratch.traversal;
  }

  get causes(): Causes {
    return this.scratch.causes;
  }

  get rollUp(): RollUp {
    return this.scratch.rollUp;
  }

  /** The memory used by the graph, within about a third: typed arrays exactly, strings and maps estimated. */
  get approximateBytes(): number {
    const parts: { approximateBytes: number }[] = [
      this.components,
      this.edges,
      ...this.tables(),
      ...Object.values(this.links),
      this.outermost,
      this.scratch,
    ];
    return parts.reduce((sum, part) => sum + part.approximateBytes, 0);
  }

  /** Finds an entity by GUID (in any case) or by technical name, which never looks like a GUID; null if there is none. */
  findEntity(kind: EntityKind, idOrTechnicalName: string): FoundEntity | null {
    const id = GUID.test(idOrTechnicalName) ? idOrTechnicalName.toLowerCase() : null;
    if (kind === 'component') {
      const node = id === null ? this.components.findName(idOrTechnicalName) : this.components.find(id);
      if (node === -1) return null;
      const { id: componentId, technicalName, name } = this.components.viewOf(node);
      return { kind, index: node, id: componentId, technicalName, name };
    }
    const table = this.tableOf(kind);
    const index = id === null ? table.indexOfName(idOrTechnicalName) : table.indexOf(id);
    if (index === -1) return null;
    const fact = table.at(index);
    return { kind, index, id: fact.id, technicalName: fact.technicalName, name: fact.name };
  }

  componentView(node: number): ComponentView {
    return this.components.viewOf(node);
  }

  dependencyView(slot: number): DependencyView {
    const { edges, components } = this;
    const group = edges.groups.of(slot);
    return {
      id: edges.idOf(slot),
      sourceComponentId: components.idOf(edges.sourceOf(slot)),
      targetComponentId: components.idOf(edges.targetOf(slot)),
      ...edges.attributeOf(slot),
      redundancyGroup: group === -1 ? null : edges.groups.nameOf(group),
      redundancyMinimum: group === -1 ? 1 : edges.groups.minimumOf(group),
    };
  }

  /** The nodes of all components, in no particular order. */
  *nodes(): IterableIterator<number> {
    for (let node = 0; node < this.components.capacity; node++) if (this.components.has(node)) yield node;
  }

  /** The edges by which a component depends on others, including those that do not propagate. */
  dependenciesOf(node: number): DependencyView[] {
    return Array.from(this.edges.dependencies.companionsIn(node), (slot) => this.dependencyView(slot));
  }

  /** The edges by which others depend on a component, including those that do not propagate. */
  dependentsOf(node: number): DependencyView[] {
    return Array.from(this.edges.dependents.companionsIn(node), (slot) => this.dependencyView(slot));
  }

  /** The table of any kind but component. */
  tableOf(kind: Exclude<EntityKind, 'component'>): EntityTable<EntityFact> {
    return this[TABLE_OF[kind]];
  }

  tables(): EntityTable<EntityFact>[] {
    return TABLE_NAMES.map((name) => this[name]);
  }
}

/**
 * The graph behind a landscape, for the engine's own use. Every landscape is one, but not always of this copy of the class: bundles of one
 * process share their graphs, and each has its own copy.
 */
export function graphOf(landscape: Landscape): LandscapeGraph {
  return landscape as LandscapeGraph;
}
