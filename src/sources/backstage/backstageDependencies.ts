/** Maps which component depends on which in a Backstage catalog. */
import type { ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { dependencyName } from '@/domain/manifest/manifestFields';
import { keyOf, refsOf, relationsOf, specOf, type BackstageEntity, type EntityRef } from './backstageEntity';
import { COMPONENT_SOURCES, type CatalogIndex } from './backstageNames';
import { protocolOf, type KindOfType } from '@/sources/words/backstageWords';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { defined } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { textOf } from '@/sources/proposal/locatedYaml';

export interface MappedComponent {
  entity: BackstageEntity;
  component: ManifestComponent;
  type: KindOfType;
  /** The key of the application that contains it. */
  application: string;
}

type Components = ReadonlyMap<string, MappedComponent>;

export class DependencyMapper {
  private readonly dependencies = new Map<string, ManifestDependency>();
  /** By key of the API, described or only referenced: the components that provide it. */
  private readonly providers = new Map<string, Set<MappedComponent>>();

  constructor(
    private readonly entities: readonly BackstageEntity[],
    private readonly index: CatalogIndex,
    private readonly components: Components,
    private readonly report: ImportReport,
  ) {}

  /** The dependencies between the components that the entities state, each once. Reports every reference that cannot be mapped. */
  map(): ManifestDependency[] {
    this.findProviders();
    for (const entity of this.entities) {
      const own = this.components.get(entity.key);
      // A second description of the same entity is skipped entirely.
      if (own?.entity === entity) this.mapUsesOf(own);
      else if (own === undefined) this.reportUsesOf(entity);
    }
    this.reportUnusedApis();
    return [...this.dependencies.values()];
  }

  private findProviders(): void {
    const add = (api: string, provider: MappedComponent): void => {
      this.providers.set(api, (this.providers.get(api) ?? new Set()).add(provider));
    };
    for (const provider of this.components.values())
      for (const ref of refsOf(provider.entity, ['providesApis'], 'providesApi')) add(keyOf('api', ref.namespace, ref.name), provider);
    for (const api of this.index.ofKind('api'))
      for (const ref of relationsOf(api, 'apiProvidedBy')) {
        const provider = this.components.get(this.index.find(ref, ['component'])?.key ?? '');
        if (provider !== undefined) add(api.key, provider);
      }
  }

  private mapUsesOf(own: MappedComponent): void {
    const { entity } = own;
    for (const ref of refsOf(entity, ['dependsOn'], 'dependsOn')) this.depend(own, ref, 'dependsOn');
    for (const ref of refsOf(entity, ['dependencyOf'], 'dependencyOf')) this.dependBackward(own, ref);
    for (const ref of refsOf(entity, ['consumesApis'], 'consumesApi')) this.depend(own, ref, 'consumesApis');
    for (const ref of relationsOf(entity, 'apiConsumedBy')) this.dependBackward(own, ref);
  }

  /** Backstage lets any entity state what it depends on; a landscape has dependencies between components alone. */
  private reportUsesOf(entity: BackstageEntity): void {
    for (const ref of refsOf(entity, ['dependsOn'], 'dependsOn')) {
      const target = this.components.get(this.index.find(ref, COMPONENT_SOURCES)?.key ?? '');
      const isItself = target !== undefined && this.providers.get(entity.key)?.has(target) === true;
      const why = isItself
        ? 'which provides it, so it would depend on itself'
        : 'and only components depend on something here: state it for those of its components that need it';
      this.report.notMapped(
        ref.position,
        `${entity.kind} ${entity.name} dependsOn ${ref.text}, ${why}`,
        'dependencies of entities that are not components',
      );
    }
  }

  private dependBackward(target: MappedComponent, ref: EntityRef): void {
    const source = this.components.get(this.index.find(ref, COMPONENT_SOURCES)?.key ?? '');
    if (source === undefined)
      this.report.notMapped(
        ref.position,
        `${ref.text} depends on ${target.entity.name}, which is not a component in these files`,
        'references to what is not in these files',
      );
    else this.add(source, target, {}, ref);
  }

  private depend(source: MappedComponent, ref: EntityRef, field: 'dependsOn' | 'consumesApis'): void {
    const kinds = field === 'consumesApis' ? ['api'] : COMPONENT_SOURCES;
    const isApi = (ref.kind ?? kinds[0])?.toLowerCase() === 'api';
    const entity = this.index.find(ref, kinds);
    const target = this.components.get(entity?.key ?? '');
    if (target !== undefined) this.add(source, target, entity?.kind.toLowerCase() === 'api' ? fieldsOfApi(entity) : {}, ref);
    else if (isApi || entity?.kind.toLowerCase() === 'api') this.consume(source, ref, entity);
    else if (entity === undefined)
      this.report.notMapped(
        ref.position,
        `${source.entity.name} ${field} ${ref.text}, which is not in these files`,
        'references to what is not in these files',
      );
    else
      this.report.notMapped(
        ref.position,
        `${source.entity.name} ${field} ${ref.text}: only components, resources and APIs can be targets of a dependency, not a ${entity.kind}`,
      );
  }

  /** Using an API means depending on each component that provides it. */
  private consume(source: MappedComponent, ref: EntityRef, api: BackstageEntity | undefined): void {
    const providers = [...(this.providers.get(api?.key ?? keyOf('api', ref.namespace, ref.name)) ?? [])];
    if (providers.length === 0)
      this.report.notMapped(
        ref.position,
        `${source.entity.name} uses the API ${ref.text}, which no component in these files provides`,
        'uses of APIs that nothing here provides',
      );
    if (providers.length > 1)
      this.report.decided(
        ref.position,
        `the API ${ref.name} is provided by ${providers.map(({ entity }) => entity.name).join(', ')}, so ${source.entity.name} depends on each of them`,
        'APIs with several providers',
      );
    for (const provider of providers) this.add(source, provider, fieldsOfApi(api), ref);
  }

  private add(source: MappedComponent, target: MappedComponent, fields: Partial<ManifestDependency>, ref: EntityRef): void {
    if (source === target) {
      this.report.notMapped(ref.position, `${source.entity.name} depends on itself through ${ref.text}`);
      return;
    }
    const dependencyType = fields.dependencyType ?? dependencyTypeFor(target.component.kind);
    const dependency = defined({
      source: source.component.technicalName,
      target: target.component.technicalName,
      dependencyType,
      mode: fields.mode ?? ('Hard' as const),
      propagates: target.type.isBuildTime === true ? false : undefined,
      protocol: fields.protocol,
    });
    const name = dependencyName(dependency.source, dependency.target, dependencyType);
    const known = this.dependencies.get(name);
    // If a dependency is stated twice, the stronger mode wins, and fields that only one of them has are kept.
    checkDependencies(this.dependencies.size);
    if (known === undefined) this.dependencies.set(name, dependency);
    else this.dependencies.set(name, { ...dependency, ...known, mode: known.mode === 'Hard' ? 'Hard' : dependency.mode });
  }

  private reportUnusedApis(): void {
    const used = new Set(
      this.entities.flatMap((entity) =>
        [...refsOf(entity, ['consumesApis'], 'consumesApi'), ...refsOf(entity, ['dependsOn'], 'dependsOn')].map((ref) =>
          keyOf('api', ref.namespace, ref.name),
        ),
      ),
    );
    for (const api of this.index.ofKind('api')) {
      const isComponent = this.components.has(api.key);
      if (!isComponent && !used.has(api.key))
        this.report.notMapped(
          api.position,
          `API ${api.name} has a provider, but no component in these files uses it, so it does not appear in the manifest`,
          'APIs that nothing here uses',
        );
    }
  }
}

function fieldsOfApi(api: BackstageEntity | undefined): Partial<ManifestDependency> {
  const type = (api === undefined ? undefined : textOf(specOf(api, 'type'))) ?? '';
  // A consumer of events can work without new ones for a while.
  return type.toLowerCase() === 'asyncapi'
    ? { dependencyType: 'Consumes', mode: 'Async' }
    : { dependencyType: 'Calls', protocol: protocolOf(type) };
}
