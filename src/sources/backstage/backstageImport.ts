/**
 * Turns a Backstage catalog into a manifest. Domains become capabilities, systems become applications, components and resources become
 * components. Whatever uses an API depends on its provider.
 */
import type { Manifest, ManifestApplication, ManifestCapability, ManifestComponent } from '@/contract/manifest/schema';
import { closest } from '@/domain/manifest/closest';
import type { LifecycleState } from '@/domain/vocabulary';
import { DependencyMapper, type MappedComponent } from './backstageDependencies';
import type { BackstageCatalog } from './backstageCatalog';
import { keyOf, refsIn, refsOf, relationsOf, specOf, type BackstageEntity, type EntityRef } from './backstageEntity';
import { referencesOf } from './backstageReferences';
import { CatalogIndex, claimName, COMPONENT_SOURCES, descriptionOf, displayName, plainName } from './backstageNames';
import { kindOfType, lifecycleOf, mostAlive, type KindOfType } from '@/sources/words/backstageWords';
import { defined, importedName } from '@/sources/proposal/importedText';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { fieldOf, fieldsOf, itemsOf, textOf, type Position } from '@/sources/proposal/locatedYaml';
import { knownKind } from '@/sources/proposal/knownKind';
import { NamePool, slugOf } from '@/sources/proposal/namePool';

interface MappedApplication {
  application: ManifestApplication & { components: ManifestComponent[] };
  lifecycles: Set<LifecycleState>;
}

const MAPPED = new Set(['component', 'resource', 'api', 'system', 'domain', 'group']);
/** Metadata fields that say nothing about dependencies, so they are not reported as unmapped. */
const METADATA_KEPT = new Set(['name', 'namespace', 'title', 'description', 'uid', 'etag', 'generation']);
/** Metadata fields that become references. */
const LINKING = new Set(['links', 'annotations']);
const SPEC_KEPT = new Set([
  'type',
  'lifecycle',
  'owner',
  'ownedBy',
  'system',
  'domain',
  'subdomainOf',
  'subcomponentOf',
  'partOf',
  'dependsOn',
  'dependencyOf',
  'providesApis',
  'consumesApis',
  'profile',
  'parent',
  'children',
  'members',
]);

/** Fields of Backstage that have no equivalent here. They are no mistakes, however near they come to others. */
const SPEC_KNOWN = new Set(['definition', 'presence', 'memberOf', 'steps', 'output', 'parameters', 'target', 'targets', 'implementsApis']);

/** The manifest of a catalog. Adds to `report` what was guessed, renamed or could not be mapped. */
export function importBackstage(catalog: BackstageCatalog, manifestName: string, report: ImportReport): Manifest {
  return new BackstageImport(catalog, report).manifest(manifestName);
}

/** Puts the fields into the order in which people read them. */
function inOrder({ application, lifecycles }: MappedApplication): ManifestApplication {
  const { technicalName, name, description, ownerTeam, contact, references, capabilities, components } = application;
  const lifecycleState = mostAlive(lifecycles);
  return defined({ technicalName, name, description, lifecycleState, ownerTeam, contact, references, capabilities, components });
}

/** The number of references and links of an entity, including those repeated by anchors. */
function sizeOf({ root }: BackstageEntity): number {
  const lists = [
    fieldOf(root, 'relations'),
    fieldOf(root, 'metadata', 'links'),
    ...fieldsOf(fieldOf(root, 'spec')).map(([, field]) => field),
  ];
  return lists.reduce((count, list) => count + 1 + itemsOf(list).length, 0);
}

class BackstageImport {
  private readonly index: CatalogIndex;
  /** The technicalNames of systems, in lower case. */
  private readonly systemNames: ReadonlySet<string>;
  private readonly capabilities = new Map<string, ManifestCapability>();
  private readonly applications = new Map<string, MappedApplication>();
  private readonly components = new Map<string, MappedComponent>();
  private readonly names = { capability: new NamePool(), application: new NamePool(), component: new NamePool() };

  constructor(
    private readonly catalog: BackstageCatalog,
    private readonly report: ImportReport,
  ) {
    const budget = new ReadingBudget();
    for (const entity of catalog.entities) budget.take(sizeOf(entity));
    this.index = new CatalogIndex(catalog.entities, report);
    this.systemNames = new Set(this.index.ofKind('system').map((system) => slugOf(plainName(system)).toLowerCase()));
  }

  manifest(name: string): Manifest {
    for (const domain of this.index.ofKind('domain'))
      this.addCapability(domain.key, displayName(domain), claimName(domain, this.names.capability, this.report), domain);
    for (const domain of this.index.ofKind('domain')) this.addParent(domain);
    for (const system of this.index.ofKind('system')) this.addSystem(system);
    const provided = this.providedApis();
    for (const kind of COMPONENT_SOURCES)
      for (const entity of this.index.ofKind(kind)) if (!provided.has(entity.key)) this.addComponent(entity);
    for (const mapped of this.components.values()) this.putIntoApplication(mapped);
    const dependencies = new DependencyMapper(this.catalog.entities, this.index, this.components, this.report).map();
    for (const { entity } of this.components.values()) this.reportLifecycle(entity);
    for (const entity of this.catalog.entities) this.reportUnmapped(entity);
    return {
      version: 1,
      name,
      capabilities: [...this.capabilities.values()],
      applications: [...this.applications.values()].map(inOrder),
      dependencies,
    };
  }

  private reportUnmapped(entity: BackstageEntity): void {
    const { kind, name, position, root } = entity;
    if (!MAPPED.has(kind.toLowerCase())) {
      this.report.notMapped(position, `a landscape has no equivalent of the ${kind} ${name}`, `entities of the kind ${kind}`);
      return;
    }
    const { metadata, spec } = Object.fromEntries(fieldsOf(root));
    for (const [field, { keyPosition, value }] of fieldsOf(metadata))
      if (!METADATA_KEPT.has(field) && value !== null && !(LINKING.has(field) && this.hasReferences(entity)))
        this.report.ignored(keyPosition, `metadata.${field}`);
    for (const [field, { keyPosition, value }] of fieldsOf(spec))
      if (!SPEC_KEPT.has(field) && value !== null) this.reportField(field, keyPosition, name);
  }

  /** Whether it became something that has references. */
  private hasReferences({ key, kind }: BackstageEntity): boolean {
    return kind.toLowerCase() === 'system' ? this.applications.has(key) : this.components.has(key);
  }

  /** A field that is nearly one that would be read is probably a mistake, and gets a line of its own. */
  private reportField(field: string, position: Position, name: string): void {
    const meant = SPEC_KNOWN.has(field) ? undefined : closest(field, SPEC_KEPT);
    if (meant === undefined) this.report.ignored(position, `spec.${field}`);
    else this.report.notMapped(position, `spec.${field} of ${name} is not a field of Backstage: did you mean ${meant}?`);
  }

  private addCapability(key: string, name: string, technicalName: string, entity?: BackstageEntity): ManifestCapability {
    const own = entity === undefined ? {} : { description: descriptionOf(entity), ownerTeam: this.index.ownerOf(entity) };
    const capability = defined({ technicalName, name, ...own });
    this.capabilities.set(key, capability);
    return capability;
  }

  /** The capability of a domain. If the domain is only referenced, makes one from its name. */
  private capabilityOf(ref: EntityRef): ManifestCapability {
    const domain = this.index.find(ref, ['domain']);
    const key = domain?.key ?? keyOf('domain', ref.namespace, ref.name);
    const known = this.capabilities.get(key);
    if (known !== undefined) return known;
    this.report.decided(
      ref.position,
      `the domain ${ref.name} is not described in these files, so a capability was made from its name`,
      'domains that are not described',
    );
    return this.addCapability(key, importedName(ref.name) ?? 'unnamed', this.names.capability.take(plainName(ref)));
  }

  private addParent(domain: BackstageEntity): void {
    const [ref] = refsOf(domain, ['subdomainOf', 'partOf'], 'partOf');
    const own = this.capabilities.get(domain.key);
    if (ref === undefined || own === undefined) return;
    const parent = this.capabilityOf(ref);
    const byName = new Map([...this.capabilities.values()].map((capability) => [capability.technicalName, capability]));
    for (let above: ManifestCapability | undefined = parent; above !== undefined; above = byName.get(above.parent ?? '')) {
      if (above !== own) continue;
      this.report.notMapped(ref.position, `the domain ${domain.name} would be part of itself`);
      return;
    }
    own.parent = parent.technicalName;
  }

  private addSystem(system: BackstageEntity): void {
    const domains = refsOf(system, ['domain', 'partOf'], 'partOf').filter(({ kind }) => (kind ?? 'domain').toLowerCase() === 'domain');
    const capabilities = [...new Set(domains.map((ref) => this.capabilityOf(ref).technicalName))];
    const technicalName = claimName(system, this.names.application, this.report);
    this.addApplication(system.key, {
      ...defined({
        technicalName,
        name: displayName(system),
        description: descriptionOf(system),
        ownerTeam: this.index.ownerOf(system),
        contact: this.index.ownContactOf(system) ?? this.index.contactOf(system),
        references: referencesOf(system, this.report),
      }),
      ...(capabilities.length === 0 ? {} : { capabilities }),
    });
  }

  private addApplication(key: string, application: ManifestApplication): MappedApplication {
    const mapped = { application: { ...application, components: [] }, lifecycles: new Set<LifecycleState>() };
    this.applications.set(key, mapped);
    return mapped;
  }

  /**
   * The APIs that a component of the catalog provides: using one means depending on that component. Every other API becomes a component
   * itself.
   */
  private providedApis(): ReadonlySet<string> {
    const keys = this.catalog.entities.flatMap((entity) =>
      refsOf(entity, ['providesApis'], 'providesApi').map((ref) => this.index.find(ref, ['api'])?.key),
    );
    const backward = this.index
      .ofKind('api')
      .filter((api) => relationsOf(api, 'apiProvidedBy').some((ref) => this.index.find(ref, ['component']) !== undefined));
    return new Set([...keys.filter((key) => key !== undefined), ...backward.map(({ key }) => key)]);
  }

  private addComponent(entity: BackstageEntity): void {
    const typeText = textOf(specOf(entity, 'type'));
    const isApi = entity.kind.toLowerCase() === 'api';
    const known = typeText === undefined ? null : kindOfType(typeText);
    const type: KindOfType = isApi && known?.kind !== 'EventBus' ? { kind: 'WebAPI' } : (known ?? { kind: 'Other' });
    if (known === null && !isApi) {
      const trouble =
        typeText === undefined
          ? `${entity.kind} ${entity.name} states no type`
          : `the type "${typeText}" of ${entity.kind} ${entity.name} is unknown`;
      this.report.decided(
        specOf(entity, 'type')?.position ?? entity.position,
        `${trouble}, so no kind is stated`,
        'components of an unknown kind',
      );
    }
    if (isApi)
      this.report.decided(
        entity.position,
        `no component in these files provides the API ${entity.name}, so the API became a component`,
        'APIs that became components',
      );
    const component = defined({
      technicalName: claimName(entity, this.names.component, this.report),
      name: displayName(entity),
      description: descriptionOf(entity),
      kind: knownKind(type.kind),
      runtime: type.runtime,
      contact: this.index.ownContactOf(entity),
      references: referencesOf(entity, this.report),
    });
    this.components.set(entity.key, { entity, component, type, application: '' });
  }

  /** Puts a component into the application of its system; otherwise that of the component it is part of; otherwise into a new one. */
  private putIntoApplication(mapped: MappedComponent): void {
    const target = this.applicationOf(mapped.entity, new Set());
    mapped.application = target.key;
    target.mapped.application.components.push(mapped.component);
    const lifecycle = this.lifecycleIn(mapped.entity);
    if (lifecycle !== null) target.mapped.lifecycles.add(lifecycle);
    const { application } = target.mapped;
    const owner = this.index.ownerOf(mapped.entity);
    const contact = this.index.contactOf(mapped.entity);
    const team = application.ownerTeam;
    // The owner of a part is that of an application that has none, with its contact.
    if (owner !== undefined && team == null) Object.assign(application, defined({ ownerTeam: owner, contact }));
    else if (contact !== undefined && contact !== application.contact) mapped.component.contact ??= contact;
    if (owner !== undefined && team != null && owner !== team)
      this.report.notMapped(
        specOf(mapped.entity, 'owner')?.position ?? mapped.entity.position,
        `owner ${owner} of ${mapped.entity.name}: its application ${application.technicalName} belongs to ${team}, and only applications have an owner`,
        'owners that differ from that of their application',
      );
  }

  private applicationOf(entity: BackstageEntity, visited: Set<string>): { key: string; mapped: MappedApplication } {
    visited.add(entity.key);
    const parts = refsOf(entity, ['partOf'], 'partOf');
    const ofKind = (kind: string): EntityRef[] => parts.filter((ref) => (ref.kind ?? 'system').toLowerCase() === kind);
    const [system] = [...refsIn(entity, 'system'), ...ofKind('system')];
    if (system !== undefined) return this.systemOf(system);
    const [parentRef] = [...refsIn(entity, 'subcomponentOf'), ...ofKind('component')];
    const parent = parentRef === undefined ? undefined : this.index.find(parentRef, ['component']);
    if (parent !== undefined && !visited.has(parent.key)) return this.applicationOf(parent, visited);
    if (parentRef !== undefined)
      this.report.notMapped(
        parentRef.position,
        `${entity.name} is part of ${parentRef.text}, which ${parent === undefined ? 'is not in these files' : 'is part of itself'}`,
      );
    const key = `own ${entity.key}`;
    const known = this.applications.get(key);
    if (known !== undefined) return { key, mapped: known };
    const wanted = plainName(entity);
    const technicalName = this.names.application.take(wanted, [`${wanted}-app`]);
    if (technicalName !== slugOf(wanted)) {
      const isSystem = this.systemNames.has(slugOf(wanted).toLowerCase());
      const reason = isSystem ? 'there is a system with its name' : 'another application already has that name';
      this.report.decided(
        entity.position,
        `${entity.kind} ${entity.name} is in no system, so it got its own application, called ${technicalName} because ${reason}`,
        'applications that got another name',
      );
    }
    return {
      key,
      mapped: this.addApplication(
        key,
        defined({
          technicalName,
          name: displayName(entity),
          ownerTeam: this.index.ownerOf(entity),
          contact: this.index.contactOf(entity),
        }),
      ),
    };
  }

  private systemOf(ref: EntityRef): { key: string; mapped: MappedApplication } {
    const key = this.index.find(ref, ['system'])?.key ?? keyOf('system', ref.namespace, ref.name);
    const known = this.applications.get(key);
    if (known !== undefined) return { key, mapped: known };
    this.report.decided(
      ref.position,
      `the system ${ref.name} is not described in these files, so an application was made from its name`,
      'systems that are not described',
    );
    const name = importedName(ref.name) ?? 'unnamed';
    return { key, mapped: this.addApplication(key, { technicalName: this.names.application.take(plainName(ref)), name }) };
  }

  private lifecycleIn(entity: BackstageEntity): LifecycleState | null {
    const text = textOf(specOf(entity, 'lifecycle'));
    return text === undefined ? null : lifecycleOf(text);
  }

  /** Only applications have a lifecycle. Reports a component's lifecycle that is lost because of that. */
  private reportLifecycle(entity: BackstageEntity): void {
    const located = specOf(entity, 'lifecycle');
    const text = textOf(located);
    if (text === undefined) return;
    const own = lifecycleOf(text);
    const mapped = this.components.get(entity.key);
    const target = this.applications.get(mapped?.application ?? '');
    const state = mostAlive(target?.lifecycles ?? new Set());
    if (own === null)
      this.report.notMapped(located?.position, `the lifecycle "${text}" of ${entity.name} is unknown`, 'lifecycles that are unknown');
    else if (own !== state)
      this.report.notMapped(
        located?.position,
        `the lifecycle ${text} of ${entity.name}: its application is in ${state ?? 'none'}, and only applications have one`,
        'lifecycles that differ from that of their application',
      );
  }
}
