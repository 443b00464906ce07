/** A Backstage catalog as a manifest: domains are capabilities, systems applications, components and resources components, and whoever uses an API depends on who provides it. */
import type { Manifest, ManifestApplication, ManifestCapability, ManifestComponent } from '@/contract/manifest/schema';
import type { LifecycleState } from '@/domain/vocabulary';
import { mapDependencies, type MappedComponent } from './backstageDependencies';
import type { BackstageCatalog } from './backstageCatalog';
import { keyOf, refsIn, refsOf, relationsOf, specOf, type BackstageEntity, type EntityRef } from './backstageEntity';
import { CatalogIndex, claimName, COMPONENT_SOURCES, descriptionOf, displayName, plainName } from './backstageNames';
import { kindOfType, lifecycleOf, mostAlive, type KindOfType } from './backstageWords';
import { defined, importedName } from './importedText';
import { ReadingBudget } from './importLimits';
import type { ImportReport } from './importReport';
import { fieldOf, fieldsOf, itemsOf, textOf } from './locatedYaml';
import { NamePool, slugOf } from './namePool';

interface MappedApplication {
  application: ManifestApplication & { components: ManifestComponent[] };
  lifecycles: Set<LifecycleState>;
}

const MAPPED = new Set(['component', 'resource', 'api', 'system', 'domain', 'group']);
/** Fields of every entity that say nothing about what depends on what. */
const METADATA_KEPT = new Set(['name', 'namespace', 'title', 'description', 'uid', 'etag', 'generation']);
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

export function importBackstage(catalog: BackstageCatalog, manifestName: string, report: ImportReport): Manifest {
  return new BackstageImport(catalog, report).manifest(manifestName);
}

/** The fields in the order in which a person reads them. */
function inOrder({ application, lifecycles }: MappedApplication): ManifestApplication {
  const { technicalName, name, description, ownerTeam, capabilities, components } = application;
  return defined({ technicalName, name, description, lifecycleState: mostAlive(lifecycles), ownerTeam, capabilities, components });
}

/** How many references an entity has, with what anchors repeat. */
function sizeOf({ root }: BackstageEntity): number {
  const lists = [fieldOf(root, 'relations'), ...fieldsOf(fieldOf(root, 'spec')).map(([, field]) => field)];
  return lists.reduce((count, list) => count + 1 + itemsOf(list).length, 0);
}

class BackstageImport {
  private readonly index: CatalogIndex;
  /** technicalNames in lower case. */
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
    for (const entity of this.catalog.entities) this.reportUnmapped(entity);
    for (const domain of this.index.ofKind('domain'))
      this.addCapability(domain.key, displayName(domain), claimName(domain, this.names.capability, this.report), domain);
    for (const domain of this.index.ofKind('domain')) this.addParent(domain);
    for (const system of this.index.ofKind('system')) this.addSystem(system);
    const provided = this.providedApis();
    for (const kind of COMPONENT_SOURCES)
      for (const entity of this.index.ofKind(kind)) if (!provided.has(entity.key)) this.addComponent(entity);
    for (const mapped of this.components.values()) this.putIntoApplication(mapped);
    const dependencies = mapDependencies(this.catalog.entities, this.index, this.components, this.report);
    for (const { entity } of this.components.values()) this.reportLifecycle(entity);
    return {
      version: 1,
      name,
      capabilities: [...this.capabilities.values()],
      applications: [...this.applications.values()].map(inOrder),
      dependencies,
    };
  }

  private reportUnmapped({ kind, name, position, root }: BackstageEntity): void {
    if (!MAPPED.has(kind.toLowerCase())) {
      this.report.notMapped(position, `a landscape has nothing like the ${kind} ${name}`);
      return;
    }
    const { metadata, spec } = Object.fromEntries(fieldsOf(root));
    for (const [field, { keyPosition, value }] of fieldsOf(metadata))
      if (!METADATA_KEPT.has(field) && value !== null) this.report.ignored(keyPosition, `metadata.${field}`);
    for (const [field, { keyPosition, value }] of fieldsOf(spec))
      if (!SPEC_KEPT.has(field) && value !== null) this.report.ignored(keyPosition, `spec.${field}`);
  }

  private addCapability(key: string, name: string, technicalName: string, entity?: BackstageEntity): ManifestCapability {
    const own = entity === undefined ? {} : { description: descriptionOf(entity), ownerTeam: this.index.ownerOf(entity) };
    const capability = defined({ technicalName, name, ...own });
    this.capabilities.set(key, capability);
    return capability;
  }

  /** The capability of a domain; one that is only named becomes one by its name. */
  private capabilityOf(ref: EntityRef): ManifestCapability {
    const domain = this.index.find(ref, ['domain']);
    const key = domain?.key ?? keyOf('domain', ref.namespace, ref.name);
    const known = this.capabilities.get(key);
    if (known !== undefined) return known;
    this.report.decided(ref.position, `the domain ${ref.name} is not described in these files: a capability is made of its name`);
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
      this.report.notMapped(ref.position, `the domain ${domain.name} would be a part of itself`);
      return;
    }
    own.parent = parent.technicalName;
  }

  private addSystem(system: BackstageEntity): void {
    const domains = refsOf(system, ['domain', 'partOf'], 'partOf').filter(({ kind }) => (kind ?? 'domain').toLowerCase() === 'domain');
    const capabilities = [...new Set(domains.map((ref) => this.capabilityOf(ref).technicalName))];
    const technicalName = claimName(system, this.names.application, this.report);
    this.addApplication(system.key, {
      ...defined({ technicalName, name: displayName(system), description: descriptionOf(system), ownerTeam: this.index.ownerOf(system) }),
      ...(capabilities.length === 0 ? {} : { capabilities }),
    });
  }

  private addApplication(key: string, application: ManifestApplication): MappedApplication {
    const mapped = { application: { ...application, components: [] }, lifecycles: new Set<LifecycleState>() };
    this.applications.set(key, mapped);
    return mapped;
  }

  /** APIs that a component of the catalog provides: using one is depending on that component. The others stand for themselves. */
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
          : `the type "${typeText}" of ${entity.kind} ${entity.name} is not known here`;
      this.report.decided(specOf(entity, 'type')?.position ?? entity.position, `${trouble}: it is of kind Other`);
    }
    if (isApi) this.report.decided(entity.position, `nobody in these files provides the API ${entity.name}: it is a component of its own`);
    const component = defined({
      technicalName: claimName(entity, this.names.component, this.report),
      name: displayName(entity),
      description: descriptionOf(entity),
      kind: type.kind,
      runtime: type.runtime,
    });
    this.components.set(entity.key, { entity, component, type, application: '' });
  }

  /** Into the application of its system, else of the component that it is a part of, else into one of its own. */
  private putIntoApplication(mapped: MappedComponent): void {
    const target = this.applicationOf(mapped.entity, new Set());
    mapped.application = target.key;
    target.mapped.application.components.push(mapped.component);
    const lifecycle = this.lifecycleIn(mapped.entity);
    if (lifecycle !== null) target.mapped.lifecycles.add(lifecycle);
    const owner = this.index.ownerOf(mapped.entity);
    const team = target.mapped.application.ownerTeam;
    if (owner === undefined || owner === team) return;
    if (team == null) target.mapped.application.ownerTeam = owner;
    else
      this.report.notMapped(
        specOf(mapped.entity, 'owner')?.position ?? mapped.entity.position,
        `owner ${owner} of ${mapped.entity.name}: its application ${target.mapped.application.technicalName} belongs to ${team}, and only applications have an owner`,
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
        `${entity.name} is a part of ${parentRef.text}, which ${parent === undefined ? 'is not in these files' : 'is a part of itself'}`,
      );
    const key = `own ${entity.key}`;
    const known = this.applications.get(key);
    if (known !== undefined) return { key, mapped: known };
    const wanted = plainName(entity);
    const technicalName = this.names.application.take(wanted, [`${wanted}-app`]);
    if (technicalName !== slugOf(wanted)) {
      const isSystem = this.systemNames.has(slugOf(wanted).toLowerCase());
      const reason = isSystem ? 'there is a system of its name' : 'another application has that name already';
      this.report.decided(
        entity.position,
        `${entity.kind} ${entity.name} is in no system: its own application is called ${technicalName}, since ${reason}`,
      );
    }
    return {
      key,
      mapped: this.addApplication(key, defined({ technicalName, name: displayName(entity), ownerTeam: this.index.ownerOf(entity) })),
    };
  }

  private systemOf(ref: EntityRef): { key: string; mapped: MappedApplication } {
    const key = this.index.find(ref, ['system'])?.key ?? keyOf('system', ref.namespace, ref.name);
    const known = this.applications.get(key);
    if (known !== undefined) return { key, mapped: known };
    this.report.decided(ref.position, `the system ${ref.name} is not described in these files: an application is made of its name`);
    const name = importedName(ref.name) ?? 'unnamed';
    return { key, mapped: this.addApplication(key, { technicalName: this.names.application.take(plainName(ref)), name }) };
  }

  private lifecycleIn(entity: BackstageEntity): LifecycleState | null {
    const text = textOf(specOf(entity, 'lifecycle'));
    return text === undefined ? null : lifecycleOf(text);
  }

  /** Only applications have a lifecycle: what a component loses by that is told. */
  private reportLifecycle(entity: BackstageEntity): void {
    const located = specOf(entity, 'lifecycle');
    const text = textOf(located);
    if (text === undefined) return;
    const own = lifecycleOf(text);
    const mapped = this.components.get(entity.key);
    const target = this.applications.get(mapped?.application ?? '');
    const state = mostAlive(target?.lifecycles ?? new Set());
    if (own === null) this.report.notMapped(located?.position, `the lifecycle "${text}" of ${entity.name} is not known`);
    else if (own !== state)
      this.report.notMapped(
        located?.position,
        `the lifecycle ${text} of ${entity.name}: its application is in ${state ?? 'none'}, and only applications have one`,
      );
  }
}
