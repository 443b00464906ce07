/** Reads the model of a Structurizr workspace from its JSON. */
import type { Architecture, ArchitectureElement, DeploymentNode, Level } from '@/sources/architecture/architecture';
import { freeFieldsIn, helpIn } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Located, type LocatedField } from '@/sources/proposal/locatedYaml';

/** Tags that Structurizr gives by itself. */
const OWN_TAGS = new Set(
  'Element,Person,Software System,Container,Component,Group,Relationship,Deployment Node,Infrastructure Node,Container Instance,Software System Instance'.split(
    ',',
  ),
);
const NESTED: readonly [field: string, level: Level][] = [
  ['people', 'person'],
  ['softwareSystems', 'system'],
  ['containers', 'container'],
  ['components', 'part'],
  ['customElements', 'custom'],
];
const READ = new Set(
  'id name description technology tags location group relationships containers components environment children containerInstances softwareSystemInstances infrastructureNodes containerId softwareSystemId instanceId instances deploymentGroups sourceId destinationId interactionStyle linkedRelationshipId metadata type'.split(
    ' ',
  ),
);

/** In JSON that was made of DSL: what the DSL calls the element. */
const DSL_IDENTIFIER = 'structurizr.dsl.identifier';

/** What only elements have. */
const OF_HELP: ReadonlySet<string> = new Set(['url', 'properties']);

/** Whether a JSON document is a workspace of Structurizr. */
export function isWorkspace(root: Located | undefined): boolean {
  const model = fieldOf(root, 'model');
  return NESTED.some(([field]) => Array.isArray(fieldOf(model, field)?.value)) || fieldOf(model, 'deploymentNodes') !== undefined;
}

export class WorkspaceReader {
  private readonly model: Architecture = { elements: [], relations: [], environments: [] };
  private readonly byId = new Map<string, ArchitectureElement>();
  /** The groups of each level, by the element that contains them and their name. */
  private readonly groups = new Map<ArchitectureElement | null, Map<string, ArchitectureElement>>();
  private readonly relationships: LocatedField[] = [];

  constructor(
    private readonly root: Located,
    private readonly report: ImportReport,
  ) {}

  read(): Architecture {
    const model = fieldOf(this.root, 'model');
    this.model.name = textOf(fieldOf(this.root, 'name'));
    this.readNested(model, null);
    for (const list of this.relationships) for (const relationship of itemsOf(list)) this.relation(relationship);
    for (const node of itemsOf(fieldOf(model, 'deploymentNodes'))) this.topNode(node);
    for (const field of ['views', 'configuration', 'documentation', 'properties']) {
      const found = fieldOf(this.root, field) ?? fieldOf(model, field);
      if (found !== undefined && hasContent(found)) this.report.ignored(found.keyPosition, field);
    }
    return this.model;
  }

  private readNested(located: Located | undefined, parent: ArchitectureElement | null): void {
    for (const [field, level] of NESTED) for (const item of itemsOf(fieldOf(located, field))) this.element(item, level, parent);
  }

  private element(item: Located, level: Level, around: ArchitectureElement | null): void {
    const text = (field: string): string | undefined => textOf(fieldOf(item, field)) || undefined;
    const group = text('group');
    const element: ArchitectureElement = {
      level,
      name: text('name') ?? 'unnamed',
      // Its id is a number that changes when elements are inserted, so it says nothing about what was renamed.
      key: textOf(fieldOf(item, 'properties', DSL_IDENTIFIER))?.toLowerCase(),
      description: text('description'),
      technology: text('technology'),
      tags: tagsOf(item),
      words: [],
      ...this.helpIn(item),
      isExternal: level === 'system' && text('location')?.toLowerCase() === 'external',
      parent: group === undefined ? around : this.groupOf(group, around, item),
      position: item.position,
    };
    this.model.elements.push(element);
    this.byId.set(text('id') ?? '', element);
    this.reportRest(item, OF_HELP);
    const relationships = fieldOf(item, 'relationships');
    if (relationships !== undefined) this.relationships.push(relationships);
    this.readNested(item, element);
  }

  /** A group is written as a name at each of its members; `Bank/Front office` is inside `Bank`. */
  private groupOf(name: string, parent: ArchitectureElement | null, { position }: Located): ArchitectureElement {
    const known = this.groups.get(parent) ?? new Map<string, ArchitectureElement>();
    this.groups.set(parent, known);
    const group = known.get(name) ?? { level: 'holder', name, tags: [], words: [], isExternal: false, parent, position };
    if (!known.has(name)) this.model.elements.push(group);
    known.set(name, group);
    return group;
  }

  private relation(item: Located): void {
    const text = (field: string): string | undefined => textOf(fieldOf(item, field)) || undefined;
    const [source, target] = ['sourceId', 'destinationId'].map((field) => this.byId.get(text(field) ?? ''));
    if (source === undefined || target === undefined) {
      this.report.notMapped(item.position, 'a relationship with an element that is not in the model', 'relations with something unknown');
      return;
    }
    const tags = tagsOf(item);
    const isAsync = /^asynchronous$/i.test(text('interactionStyle') ?? '') || tags.some((tag) => /^async(?:hronous)?$/i.test(tag));
    this.model.relations.push({
      source,
      target,
      text: text('description') ?? '',
      technology: text('technology'),
      tags,
      isAsync,
      position: item.position,
    });
    for (const tag of tags) if (!/^(?:a)?sync(?:hronous)?$/i.test(tag)) this.report.ignored(item.position, 'tags of relations');
    this.reportRest(item);
  }

  private topNode(item: Located): void {
    const name = textOf(fieldOf(item, 'environment')) || 'Default';
    let environment = this.model.environments.find((one) => one.name === name);
    if (environment === undefined) {
      environment = { name, nodes: [], position: item.position };
      this.model.environments.push(environment);
    }
    environment.nodes.push(this.node(item));
  }

  private node(item: Located): DeploymentNode {
    const text = (field: string): string | undefined => textOf(fieldOf(item, field)) || undefined;
    this.reportRest(item);
    const node: DeploymentNode = {
      name: text('name') ?? 'unnamed',
      technology: text('technology'),
      tags: tagsOf(item),
      words: [],
      nodes: itemsOf(fieldOf(item, 'children')).map((child) => this.node(child)),
      instances: [],
      position: item.position,
    };
    for (const relation of itemsOf(fieldOf(item, 'relationships'))) this.reportRelation(relation);
    for (const inside of itemsOf(fieldOf(item, 'infrastructureNodes')))
      this.report.notMapped(
        inside.position,
        `the infrastructure node ${textOf(fieldOf(inside, 'name')) ?? ''} is in no relation of the model: add it as a container if something depends on it`,
        'infrastructure nodes',
      );
    for (const [field, id] of [
      ['containerInstances', 'containerId'],
      ['softwareSystemInstances', 'softwareSystemId'],
    ] as const)
      for (const instance of itemsOf(fieldOf(item, field))) this.instance(instance, id, node);
    return node;
  }

  private instance(item: Located, id: string, node: DeploymentNode): void {
    const element = this.byId.get(textOf(fieldOf(item, id)) ?? '');
    if (element === undefined)
      this.report.notMapped(item.position, 'an instance of something that is not in the model', 'instances of something unknown');
    else node.instances.push({ element, tags: tagsOf(item), position: item.position });
    // Relations of instances repeat those of the model.
    for (const relation of itemsOf(fieldOf(item, 'relationships')))
      if (fieldOf(relation, 'linkedRelationshipId') === undefined) this.reportRelation(relation);
  }

  private reportRelation({ position }: Located): void {
    this.report.notMapped(position, 'a relation between parts of the deployment has no equivalent here', 'relations within the deployment');
  }

  /** Its URL, and properties whose names say that they are links or contacts. */
  private helpIn(item: Located): Pick<ArchitectureElement, 'links' | 'contact'> {
    const url = fieldOf(item, 'url');
    const own = textOf(url);
    const properties = fieldOf(item, 'properties');
    const { links, contact, rest } = helpIn(freeFieldsIn(properties).filter(({ name }) => name !== DSL_IDENTIFIER));
    if (properties !== undefined && rest.length > 0) this.report.ignored(properties.keyPosition, 'properties');
    return { links: [...(url === undefined || !own ? [] : [{ url: own, position: url.position }]), ...links], contact };
  }

  private reportRest(item: Located, alsoRead: ReadonlySet<string> = new Set()): void {
    for (const [field, located] of fieldsOf(item))
      if (!READ.has(field) && !alsoRead.has(field) && hasContent(located)) this.report.ignored(located.keyPosition, safeField(field));
  }
}

function tagsOf(item: Located): string[] {
  return (textOf(fieldOf(item, 'tags')) ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !OWN_TAGS.has(tag));
}

const NAMED = new Set(['url', 'properties', 'perspectives', 'documentation', 'healthChecks', 'codeElements', 'size']);

/** The name of a field that Structurizr has; any other may be anything. */
function safeField(field: string): string {
  return NAMED.has(field) ? field : 'other fields';
}

function hasContent({ value }: Located): boolean {
  if (value instanceof Map) return value.size > 0;
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== false;
}
