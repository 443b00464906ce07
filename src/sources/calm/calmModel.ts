/** Reads the nodes and relationships of a CALM architecture into a model: what it is composed of, what connects to what, and what is deployed where. */
import type { Architecture, ArchitectureElement, DeploymentNode } from '@/sources/architecture/architecture';
import { levelsOf, type Sorted } from '@/sources/architecture/levels';
import type { Classification } from '@/domain/vocabulary';
import { freeFieldsIn, helpIn } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type Position } from '@/sources/proposal/locatedYaml';
import { unreadableAt, type UnreadableSource } from '@/sources/proposal/unreadableSource';

/** By `node-type`: what the node can be. Other types are parts of a system, like services. */
const SORTS: ReadonlyMap<string, Sorted['sort']> = new Map([
  ['actor', 'person'],
  ['system', 'system'],
  ['ecosystem', 'holder'],
]);
const CLASSIFICATIONS: ReadonlyMap<string, Classification> = new Map([
  ['public', 'Public'],
  ['internal', 'Internal'],
  ['confidential', 'Confidential'],
  ['restricted', 'Restricted'],
  ['highly restricted', 'Restricted'],
  ['secret', 'Restricted'],
  ['pii', 'Confidential'],
]);
/** Of what is inside what. */
const MAXIMUM_DEPTH = 64;
const NODE_FIELDS = new Set(['unique-id', 'node-type', 'name', 'description', 'data-classification', 'metadata', '$schema']);
const RELATIONSHIP_FIELDS = new Set(['unique-id', 'description', 'relationship-type', 'protocol', '$schema']);
const DOCUMENT_FIELDS = new Set(['nodes', 'relationships', '$schema', '$id', 'title', 'unique-id', 'name', 'description']);
const KNOWN_FIELDS = new Set([
  'interfaces',
  'controls',
  'metadata',
  'flows',
  'details',
  'adrs',
  'run-as',
  'authentication',
  'additionalProperties',
]);

/** Whether a JSON document is a CALM architecture. */
export function isCalm(root: Located | undefined): boolean {
  const [first] = itemsOf(fieldOf(root, 'nodes'));
  return first !== undefined && fieldOf(first, 'unique-id') !== undefined && fieldOf(first, 'node-type') !== undefined;
}

interface Node extends Sorted {
  located: Located;
  type: string;
  parent: Node | null;
}

/** `name` is that of the application for what nothing is composed of. */
export class CalmReader {
  private readonly nodes = new Map<string, Node>();
  private readonly elements = new Map<string, ArchitectureElement>();
  private readonly places = new Map<string, DeploymentNode>();
  /** By place: the one that it is in. */
  private readonly around = new Map<DeploymentNode, DeploymentNode>();
  private readonly model: Architecture = { elements: [], relations: [], environments: [] };

  constructor(
    private readonly name: string,
    private readonly report: ImportReport,
  ) {}

  read(roots: readonly Located[]): Architecture {
    for (const root of roots) {
      this.reportRest(root, DOCUMENT_FIELDS);
      for (const node of itemsOf(fieldOf(root, 'nodes'))) this.addNode(node);
    }
    const relationships = roots.flatMap((root) => itemsOf(fieldOf(root, 'relationships')));
    for (const one of relationships) this.compose(one);
    this.addElements(this.onlyPlaces(relationships));
    for (const one of relationships) this.relate(one);
    for (const place of this.places.values()) this.placesFrom(place);
    const nodes = [...this.places.values()].filter((place) => !this.around.has(place));
    if (nodes[0] !== undefined) this.model.environments.push({ name: 'Default', nodes, position: nodes[0].position });
    return this.model;
  }

  private addNode(located: Located): void {
    const id = textOf(fieldOf(located, 'unique-id')) ?? '';
    const type = (textOf(fieldOf(located, 'node-type')) ?? '').toLowerCase();
    if (id === '' || this.nodes.has(id))
      this.report.notMapped(
        located.position,
        id === '' ? 'a node without a unique-id' : 'another node has the same unique-id, so this was skipped',
      );
    else this.nodes.set(id, { id, type, sort: SORTS.get(type) ?? 'container', parent: null, located });
    this.reportRest(located, NODE_FIELDS);
  }

  /** The parent of each node that another is composed of. Nothing can be part of itself. */
  private compose(located: Located): void {
    const type = fieldOf(located, 'relationship-type', 'composed-of');
    const container = this.nodes.get(textOf(fieldOf(type, 'container')) ?? '');
    if (container === undefined) return;
    for (const item of itemsOf(fieldOf(type, 'nodes'))) {
      const node = this.nodes.get(textOf(item) ?? '');
      if (node === undefined) this.reportMissing(item);
      else if (node.parent !== null || isInside(container, node))
        this.report.notMapped(item.position, `${nameOf(node)} is already part of something else, or would be part of itself`);
      else node.parent = container;
    }
    // What is composed of services is a system, whatever its type.
    if (container.sort === 'container' && container.parent === null) container.sort = 'system';
  }

  /** The nodes that are nothing but the place of others. */
  private onlyPlaces(relationships: readonly Located[]): ReadonlySet<string> {
    const places = new Set<string>();
    const others = new Set<string>([...this.nodes.values()].flatMap(({ parent }) => (parent === null ? [] : [parent.id])));
    for (const one of relationships) {
      const type = fieldOf(one, 'relationship-type');
      const place = textOf(fieldOf(type, 'deployed-in', 'container'));
      if (place !== undefined && this.nodes.has(place)) places.add(place);
      for (const end of ['source', 'destination']) others.add(textOf(fieldOf(type, 'connects', end, 'node')) ?? '');
    }
    return new Set([...places].filter((place) => !others.has(place)));
  }

  private addElements(places: ReadonlySet<string>): void {
    const nodes = [...this.nodes.values()].filter(({ id }) => !places.has(id)).sort((one, other) => depthOf(one) - depthOf(other));
    const levels = levelsOf(nodes);
    const loose = nodes.filter(
      ({ id, sort, parent, type }) => parent === null && sort === 'container' && type !== 'data-asset' && levels.get(id) === 'system',
    );
    const application = this.applicationOf(loose);
    const isLoose = new Set(loose);
    for (const node of nodes) {
      const level = node.type === 'data-asset' ? 'data' : isLoose.has(node) ? 'container' : levels.get(node.id)!;
      const around = node.parent === null ? undefined : this.elements.get(node.parent.id);
      this.elements.set(node.id, this.elementOf(node, level, around ?? (level === 'container' ? application : null)));
    }
    const inOrder = [...this.nodes.keys()].flatMap((id) => this.elements.get(id) ?? []);
    this.model.elements.push(...(application === null ? [] : [application]), ...inOrder);
  }

  /** One application for the nodes that no system is composed of. */
  private applicationOf(loose: readonly Node[]): ArchitectureElement | null {
    const [first] = loose;
    if (first === undefined) return null;
    this.report.decided(
      first.located.position,
      `no relationship composed-of says which system ${loose.length === 1 ? 'this node belongs to, so it is in an application' : `${loose.length} nodes belong to, so they are in one application`} called ${this.name}`,
    );
    return { level: 'system', name: this.name, tags: [], words: [], isExternal: false, parent: null, position: first.located.position };
  }

  private elementOf(node: Node, level: ArchitectureElement['level'], parent: ArchitectureElement | null): ArchitectureElement {
    const classification = textOf(fieldOf(node.located, 'data-classification'))?.toLowerCase();
    return {
      level,
      key: node.id,
      name: nameOf(node),
      description: textOf(fieldOf(node.located, 'description')),
      tags: [],
      words: [node.type],
      ...this.helpIn(node.located),
      isExternal: false,
      classification: CLASSIFICATIONS.get(classification ?? ''),
      parent,
      position: node.located.position,
    };
  }

  /** Metadata is a map, or a list of maps. */
  private helpIn(located: Located): Pick<ArchitectureElement, 'links' | 'contact'> {
    const metadata = fieldOf(located, 'metadata');
    const maps = metadata === undefined ? [] : Array.isArray(metadata.value) ? itemsOf(metadata) : [metadata];
    const { links, contact, rest } = helpIn(maps.flatMap(freeFieldsIn));
    const all = maps.reduce((sum, map) => sum + Math.max(1, fieldsOf(map).length), 0);
    if (metadata !== undefined && (rest.length > 0 || all > links.length + (contact === undefined ? 0 : 1)))
      this.report.ignored(metadata.keyPosition, 'metadata');
    return { links, contact };
  }

  private relate(located: Located): void {
    const type = fieldOf(located, 'relationship-type');
    this.reportRest(located, RELATIONSHIP_FIELDS);
    const [[name, relation] = ['', undefined]] = fieldsOf(type);
    if (name === 'connects') this.connect(located, relation);
    else if (name === 'deployed-in') this.deploy(located, relation);
    else if (name === 'interacts')
      this.report.notMapped(located.position, 'an actor interacts, and a landscape has no dependencies of people', 'relations with people');
    else if (name !== 'composed-of' || !this.nodes.has(textOf(fieldOf(relation, 'container')) ?? ''))
      this.report.notMapped(
        located.position,
        'a relationship of a type that has no equivalent here, or about a node that is not there',
        'other relationships',
      );
  }

  private connect(located: Located, relation: Located | undefined): void {
    const [source, target] = ['source', 'destination'].map((end) => this.elements.get(textOf(fieldOf(relation, end, 'node')) ?? ''));
    if (source === undefined || target === undefined) {
      this.reportMissing(located);
      return;
    }
    // The description says what for, and nothing about the direction: the source connects.
    const technology = textOf(fieldOf(located, 'protocol'));
    this.model.relations.push({ source, target, text: '', technology, tags: [], isAsync: false, position: located.position });
  }

  /** Places are made of the nodes that others are deployed in; of those that are deployed themselves, inside theirs. */
  private deploy(located: Located, relation: Located | undefined): void {
    const container = this.nodes.get(textOf(fieldOf(relation, 'container')) ?? '');
    if (container === undefined) {
      this.reportMissing(located);
      return;
    }
    const place = this.placeOf(container);
    for (const item of itemsOf(fieldOf(relation, 'nodes'))) {
      const id = textOf(item) ?? '';
      const [inner, element] = [this.places.get(id), this.elements.get(id)];
      if (element !== undefined) place.instances.push({ element, tags: [], position: item.position });
      else if (inner !== undefined || this.nodes.has(id)) this.nest(inner ?? this.placeOf(this.nodes.get(id)!), place, item);
      else this.reportMissing(item);
    }
  }

  private placeOf(node: Node): DeploymentNode {
    const known = this.places.get(node.id);
    if (known !== undefined) return known;
    const place = { name: nameOf(node), tags: [], words: [node.type], nodes: [], instances: [], position: node.located.position };
    this.places.set(node.id, place);
    return place;
  }

  /** It and the places around it. Throws UnreadableSource if there are too many. */
  private placesFrom(place: DeploymentNode): DeploymentNode[] {
    const places: DeploymentNode[] = [];
    for (let at: DeploymentNode | undefined = place; at !== undefined; at = this.around.get(at)) {
      places.push(at);
      if (places.length > MAXIMUM_DEPTH) throw tooDeep(place.position);
    }
    return places;
  }

  private nest(inner: DeploymentNode, outer: DeploymentNode, { position }: Located): void {
    const isInside = this.placesFrom(outer).includes(inner);
    if (isInside || this.around.has(inner))
      this.report.notMapped(position, `${inner.name} is already deployed in something else, or would be inside itself`);
    else {
      this.around.set(inner, outer);
      outer.nodes.push(inner);
    }
  }

  private reportMissing({ position }: Located): void {
    this.report.notMapped(position, 'this names a node that is not in these files', 'relations with something unknown');
  }

  private reportRest(located: Located, read: ReadonlySet<string>): void {
    for (const [field, { keyPosition }] of fieldsOf(located))
      if (!read.has(field)) this.report.ignored(keyPosition, KNOWN_FIELDS.has(field) ? field : 'other fields');
  }
}

function nameOf({ located, id }: Node): string {
  return textOf(fieldOf(located, 'name')) || id;
}

function isInside(node: Node, container: Node): boolean {
  for (let at: Node | null = node; at !== null; at = at.parent) if (at === container) return true;
  return false;
}

/** Throws UnreadableSource if it is inside too many others. */
function depthOf({ parent, located: { position } }: Node): number {
  let depth = 0;
  for (let at = parent; at !== null; at = at.parent) {
    depth += 1;
    if (depth > MAXIMUM_DEPTH) throw tooDeep(position);
  }
  return depth;
}

function tooDeep(position: Position): UnreadableSource {
  return unreadableAt({ ...position, message: 'is inside too many others' });
}
