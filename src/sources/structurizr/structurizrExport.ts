/** Writes a manifest as the JSON of a Structurizr workspace, so that what Faultline knows can be drawn there. Read back, it is the same landscape. */
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import type { ComponentKind, DependencyType } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';

/** Tags that tell the kind when the workspace is read back. Other has none. */
const TAGS: Readonly<Partial<Record<ComponentKind, string>>> = {
  WebAPI: 'API',
  WebApp: 'Web Browser',
  Database: 'Database',
  Queue: 'Queue',
  Cache: 'Cache',
  EventBus: 'Topic',
  Worker: 'Worker',
  Storage: 'Storage',
  MobileApp: 'Mobile App',
  DesktopApp: 'Desktop App',
  ScheduledJob: 'Scheduled Job',
  Integration: 'Integration',
  Identity: 'Identity Provider',
  Infrastructure: 'Infrastructure',
};
const VERBS: Readonly<Record<DependencyType, string>> = {
  Calls: 'Calls',
  Reads: 'Reads from',
  Writes: 'Writes to',
  ReadsWrites: 'Reads from and writes to',
  Publishes: 'Publishes to',
  Consumes: 'Consumes from',
  PubSub: 'Publishes to and consumes from',
  TrafficFlow: 'Sends traffic to',
  UsesIdp: 'Signs in with',
};

interface Relationship {
  id: string;
  sourceId: string;
  destinationId: string;
  description: string;
  technology?: string;
  interactionStyle?: 'Asynchronous';
  /** Of one that another implies: that. */
  linkedRelationshipId?: string;
  tags: string;
}

interface Element {
  id: string;
  name: string;
  description?: string;
  technology?: string;
  tags: string;
  relationships: Relationship[];
  containers?: Element[];
}

interface Node {
  id: string;
  name: string;
  environment: string;
  tags: string;
  children: Node[];
  containerInstances: { id: string; containerId: string; instanceId: number; environment: string; tags: string }[];
  softwareSystemInstances: { id: string; softwareSystemId: string; instanceId: number; environment: string; tags: string }[];
}

const ENVIRONMENT = 'Live';

export interface ExportedWorkspace {
  /** Of a workspace, ready for JSON.stringify. */
  workspace: unknown;
  /** What a workspace has no place for, by noun, with its number. */
  left: readonly [noun: string, count: number][];
}

export function toWorkspace(manifest: Manifest): ExportedWorkspace {
  return new WorkspaceWriter(manifest).write();
}

interface Mapped {
  element: Element;
  isSystem: boolean;
  component: ManifestComponent;
}

class WorkspaceWriter {
  private next = 1;
  private readonly systems: Element[] = [];
  /** By technicalName of a component: its element, and whether that is a whole system. */
  private readonly elements = new Map<string, Mapped>();
  private readonly systemOf = new Map<string, Element>();
  /** By technicalName of a zone. */
  private readonly inZone = new Map<string, Mapped[]>();
  private leftDependencies = 0;

  constructor(private readonly manifest: Manifest) {}

  write(): ExportedWorkspace {
    const { name, applications, dependencies, hostingAreas, capabilities, processes, segments, datasets, scenarios } = this.manifest;
    for (const application of applications ?? []) this.addApplication(application);
    for (const dependency of dependencies ?? []) this.addDependency(dependency);
    this.addImplied();
    const deploymentNodes = (hostingAreas ?? []).map((area) => {
      const node = this.node(area.name ?? area.technicalName, '');
      for (const zone of area.zones ?? []) {
        const isWhole = (zone.name ?? zone.technicalName) === node.name;
        const inner = isWhole ? node : this.node(zone.name ?? zone.technicalName, 'Zone');
        if (!isWhole) node.children.push(inner);
        this.addInstances(zone.technicalName, inner);
      }
      return node;
    });
    const left = { capability: capabilities, process: processes, segment: segments, dataset: datasets, scenario: scenarios };
    return {
      workspace: { name, model: { softwareSystems: this.systems, deploymentNodes }, views: this.views() },
      left: [
        ...Object.entries(left).map(([noun, list]): [string, number] => [noun, list?.length ?? 0]),
        ['dependency' as const, this.leftDependencies] satisfies [string, number],
      ].filter(([, count]) => count > 0),
    };
  }

  private id(): string {
    return String(this.next++);
  }

  /** An application with one component of its name is a system without containers, as it is when it is read. */
  private addApplication({ technicalName, name, description, components }: ManifestApplication): void {
    const own = components ?? [];
    const [only] = own;
    const isWhole = own.length === 1 && only?.technicalName === technicalName;
    const system: Element = {
      ...{ id: this.id(), name: name ?? technicalName, ...(description == null ? {} : { description }) },
      ...{ tags: ['Element', 'Software System', ...(isWhole ? tagsOf(only) : [])].join(','), relationships: [] },
    };
    this.systems.push(system);
    if (isWhole) this.add({ element: system, isSystem: true, component: only }, system);
    else system.containers = own.map((component) => this.container(component, system));
  }

  private add(mapped: Mapped, system: Element): void {
    this.elements.set(mapped.component.technicalName, mapped);
    this.systemOf.set(mapped.element.id, system);
    for (const zone of mapped.component.hostingZones ?? []) append(this.inZone, zone, mapped);
  }

  private container(component: ManifestComponent, system: Element): Element {
    const { technicalName, name, description, technologies } = component;
    const container: Element = {
      id: this.id(),
      name: name ?? technicalName,
      ...(description == null ? {} : { description }),
      ...((technologies ?? []).length === 0 ? {} : { technology: (technologies ?? []).map((one) => this.technologyNamed(one)).join(', ') }),
      tags: ['Element', 'Container', ...tagsOf(component)].join(','),
      relationships: [],
    };
    this.add({ element: container, isSystem: false, component }, system);
    return container;
  }

  private technologyNamed(technicalName: string): string {
    return this.manifest.technologies?.find((one) => one.technicalName === technicalName)?.name ?? technicalName;
  }

  /** Nothing for a dependency on a component of another manifest. */
  private addDependency({ source, target, dependencyType, mode, protocol }: ManifestDependency): void {
    const [from, to] = [this.elements.get(source)?.element, this.elements.get(target)?.element];
    if (from === undefined || to === undefined) this.leftDependencies += 1;
    else
      from.relationships.push({
        id: this.id(),
        sourceId: from.id,
        destinationId: to.id,
        description: VERBS[dependencyType],
        ...(protocol == null ? {} : { technology: protocol }),
        ...(mode === 'Async' ? { interactionStyle: 'Asynchronous' } : {}),
        tags: ['Relationship', mode ?? 'Hard'].join(','),
      });
  }

  /** Relationships of systems, so that the picture of all systems has lines; those of their containers say it more exactly. */
  private addImplied(): void {
    const known = new Set<string>();
    const all = [...this.elements.values()].flatMap(({ element }) => element.relationships);
    for (const { sourceId, destinationId } of all) known.add(`${sourceId} ${destinationId}`);
    for (const { id, sourceId, destinationId } of all) {
      const [from, to] = [this.systemOf.get(sourceId)!, this.systemOf.get(destinationId)!];
      const key = `${from.id} ${to.id}`;
      if (from === to || known.has(key)) continue;
      known.add(key);
      from.relationships.push({
        ...{ id: this.id(), sourceId: from.id, destinationId: to.id, description: 'Uses', tags: 'Relationship' },
        linkedRelationshipId: id,
      });
    }
  }

  private node(name: string, tag: string): Node {
    const tags = ['Element', 'Deployment Node', ...(tag === '' ? [] : [tag])].join(',');
    return { id: this.id(), name, environment: ENVIRONMENT, tags, children: [], containerInstances: [], softwareSystemInstances: [] };
  }

  private addInstances(zone: string, node: Node): void {
    for (const { element, isSystem } of this.inZone.get(zone) ?? []) {
      const instance = { id: this.id(), instanceId: 1, environment: ENVIRONMENT };
      if (isSystem) node.softwareSystemInstances.push({ ...instance, softwareSystemId: element.id, tags: 'Software System Instance' });
      else node.containerInstances.push({ ...instance, containerId: element.id, tags: 'Container Instance' });
    }
  }

  /** One of all systems, and one of each system that has containers, laid out by Structurizr. */
  private views(): unknown {
    const automaticLayout = { implementation: 'Graphviz', rankDirection: 'TopBottom', rankSeparation: 300, nodeSeparation: 300 };
    const within = (elements: readonly Element[]) => {
      const ids = new Set(elements.map(({ id }) => id));
      const relationships = elements.flatMap((element) => element.relationships.filter(({ destinationId }) => ids.has(destinationId)));
      return { automaticLayout, elements: elements.map(({ id }) => ({ id })), relationships: relationships.map(({ id }) => ({ id })) };
    };
    return {
      systemLandscapeViews: [{ key: 'landscape', ...within(this.systems) }],
      containerViews: this.systems
        .filter(({ containers }) => (containers ?? []).length > 0)
        .map((system) => ({
          key: `containers-${system.id}`,
          softwareSystemId: system.id,
          ...within([...(system.containers ?? []), ...this.around(system)]),
        })),
    };
  }

  /** Systems without containers, and containers of other systems, at the other end of a relationship. */
  private around(system: Element): Element[] {
    const own = new Set((system.containers ?? []).map(({ id }) => id));
    const all = [...this.elements.values()].map(({ element }) => element);
    const byId = new Map(all.map((element) => [element.id, element]));
    const targets = (system.containers ?? []).flatMap(({ relationships }) =>
      relationships.map(({ destinationId }) => byId.get(destinationId)!),
    );
    const sources = all.filter(({ relationships }) => relationships.some(({ destinationId }) => own.has(destinationId)));
    return [...new Set([...targets, ...sources])].filter(({ id }) => !own.has(id));
  }
}

function tagsOf({ kind, isExternal }: ManifestComponent): string[] {
  const tag = TAGS[kind ?? 'Other'];
  return [...(tag === undefined ? [] : [tag]), ...(isExternal === true ? ['External'] : [])];
}
