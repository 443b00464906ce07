/**
 * Turns a compose project into a manifest: one application, a component for each service, a technology for each well-known image, and a
 * dependency for everything that a service waits for or uses.
 */
import type { Manifest, ManifestComponent, ManifestDependency, ManifestTechnology } from '@/contract/manifest/schema';
import { formatNumber } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import { KindReader } from './composeKinds';
import type { ComposeProject } from './composeProject';
import type { ComposeService, Condition, Use } from './composeService';
import { dependencyTypeFor, STATEFUL } from '@/sources/proposal/edges';
import { MentionFinder, type Mention } from './mentionedServices';
import { defined, importedName } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { Position } from '@/sources/proposal/locatedYaml';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { knownKind } from '@/sources/proposal/knownKind';
import { isTelemetryName, readImage, type Product } from '@/sources/words/products';

interface MappedService {
  service: ComposeService;
  component: ManifestComponent;
  /** The kind is more than a guess from a word in the name. */
  decidesModes: boolean;
  isTelemetry: boolean;
}

const MOST_LISTED = 50;

/** Puts `prefix` and a hyphen before the name of each service; '' leaves the names unchanged. */
export function importCompose(project: ComposeProject, name: string, prefix: string, report: ImportReport): ImportedManifest {
  return new ComposeImport(project, prefix, report).manifest(name);
}

class ComposeImport {
  private readonly technologies = new Map<string, ManifestTechnology>();
  private readonly services = new Map<string, MappedService>();
  private readonly dependencies = new Map<string, ManifestDependency>();
  private readonly notes = new Map<object, string>();
  private readonly names = new NamePool();
  /** By service name: the other services that it mentions. */
  private readonly mentions: ReadonlyMap<string, ReadonlyMap<string, Mention>>;
  private readonly kinds: KindReader;
  private readonly guessed: string[] = [];
  private readonly unknown: string[] = [];

  constructor(
    private readonly project: ComposeProject,
    private readonly prefix: string,
    private readonly report: ImportReport,
  ) {
    const finder = new MentionFinder(project.services);
    this.mentions = new Map([...project.services].map(([name, service]) => [name, finder.mentionsOf(service)]));
    this.kinds = new KindReader(project.services, this.mentions);
  }

  manifest(name: string): ImportedManifest {
    const names = this.technicalNames();
    for (const service of this.project.services.values())
      this.services.set(service.name, this.mapService(service, names.get(service.name) ?? slugOf(service.name)));
    for (const mapped of this.services.values()) this.mapUses(mapped);
    this.suggestUses();
    if (this.guessed.length > 0) this.report.decided(undefined, `the kind was guessed from name, ports and use: ${listOf(this.guessed)}`);
    if (this.unknown.length > 0)
      this.report.decided(undefined, `no kind is stated where none could be determined: ${listOf(this.unknown)}`);
    const manifest: Manifest = {
      version: 1,
      name,
      technologies: [...this.technologies.values()].sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
      applications: [{ technicalName: slugOf(name), name, components: [...this.services.values()].map(({ component }) => component) }],
      dependencies: [...this.dependencies.values()],
    };
    return { manifest, notes: this.notes };
  }

  /** A service whose name already has the prefix keeps its name and claims it first: `gitea` and `gitea-db` in the project gitea. */
  private technicalNames(): Map<string, string> {
    const prefix = this.prefix.toLowerCase();
    const isOwn = ({ name }: ComposeService): boolean => prefix === '' || `${name.toLowerCase()}-`.startsWith(`${prefix}-`);
    const services = [...this.project.services.values()];
    const names = new Map<string, string>();
    for (const service of services.filter(isOwn)) names.set(service.name, this.names.take(service.name));
    for (const service of services.filter((one) => !isOwn(one)))
      names.set(service.name, this.names.take(`${this.prefix}-${slugOf(service.name)}`));
    return names;
  }

  private mapService(service: ComposeService, technicalName: string): MappedService {
    const { name, position, image, profiles } = service;
    const { product, version } = readImage(image?.text ?? '');
    const technology = product === null ? null : this.technologyOf(product.technicalName, product.name, version);
    if (![name, `${this.prefix}-${name}`].includes(technicalName))
      this.report.decided(position, `the service ${name} was renamed to ${technicalName}`);
    if (profiles !== null && !this.project.areProfilesChosen)
      this.report.notMapped(
        profiles.position,
        `${name} runs only with the profile ${profiles.names.join(' or ')}, but was mapped as if it always ran`,
      );
    if (product === null && image !== null) this.tellImage(service, image);
    const { kind, isGuess, decidesModes } = this.kinds.kindOf(service);
    if (kind === 'Other') this.unknown.push(name);
    else if (isGuess) this.guessed.push(`${name} (${kind})`);
    const component = defined({
      technicalName,
      name: importedName(name) ?? technicalName,
      kind: knownKind(kind),
      technologies: technology === null ? undefined : [technology.technicalName],
    });
    if (isGuess && kind !== 'Other') this.notes.set(component, 'kind guessed from its name, ports or use');
    return {
      service,
      component,
      decidesModes,
      isTelemetry: product?.isTelemetry ?? isTelemetryName(name),
    };
  }

  private tellImage({ name, isBuilt }: ComposeService, image: { text: string; position: Position }): void {
    if (image.text.includes('$')) {
      if (!isBuilt)
        this.report.notMapped(
          image.position,
          `the image of ${name} is ${image.text}, whose variables are unknown, so it got no technology`,
        );
    } else if (!isBuilt)
      this.report.notMapped(image.position, `the image ${image.text} of ${name} is not a known product, so it got no technology`);
  }

  private technologyOf(product: string, name: string, version: string | undefined): ManifestTechnology {
    const technicalName = version === undefined ? product : `${product}-${version}`;
    const technology = this.technologies.get(technicalName) ?? defined({ technicalName, name, technologyVersion: version });
    this.technologies.set(technicalName, technology);
    return technology;
  }

  private mapUses(source: MappedService): void {
    const { dependsOn, links, networkOf, volumesFrom } = source.service;
    for (const [target, { condition, required, position }] of dependsOn)
      this.use(source, { target, position }, (mapped) => fieldsFor(source, mapped, condition, required));
    // If depends_on says more about the same service, that wins.
    for (const link of links)
      if (!dependsOn.has(link.target)) this.use(source, link, (mapped) => fieldsFor(source, mapped, 'service_started', true));
    if (networkOf !== null) this.use(source, networkOf, () => ({ dependencyType: 'TrafficFlow', mode: 'Hard' }));
    for (const use of volumesFrom) this.use(source, use, () => ({ dependencyType: 'ReadsWrites', mode: 'Hard' }));
  }

  /**
   * Suggests dependencies on services that this one mentions without stating that it needs them. Never contradicts a stated dependency, and
   * never links members of one cluster. Several services of one product in one value (`kafka1:9092,kafka2:9092`) form a redundancy group.
   */
  private suggestUses(): void {
    const stated = new Set([...this.dependencies.values()].map(({ source, target }) => `${source} ${target}`));
    for (const source of this.services.values()) {
      const kept: (Mention & { mapped: MappedService })[] = [];
      for (const mention of this.mentions.get(source.service.name)?.values() ?? []) {
        const mapped = this.services.get(mention.target);
        if (mapped === undefined || stated.has(pairOf(source, mapped))) continue;
        const isNamedBack = this.mentions.get(mention.target)?.has(source.service.name) === true;
        if (stated.has(pairOf(mapped, source))) this.tellUnsuggested(source, mention, 'needs');
        else if (isNamedBack && isSameProduct(source, mapped)) this.tellUnsuggested(source, mention, 'cluster');
        else kept.push({ ...mention, mapped });
      }
      const alike = new Map<string, number>();
      const groupOf = ({ evidence, mapped }: (typeof kept)[number]): string => `${evidence} ${productOf(mapped)?.technicalName ?? ''}`;
      for (const mention of kept) alike.set(groupOf(mention), (alike.get(groupOf(mention)) ?? 0) + 1);
      for (const mention of kept) {
        const isGroup = (alike.get(groupOf(mention)) ?? 0) > 1;
        this.suggest(source, mention.mapped, mention, isGroup ? productOf(mention.mapped)?.technicalName : undefined);
      }
    }
  }

  private tellUnsuggested({ service }: MappedService, { target, evidence, position }: Mention, reason: 'needs' | 'cluster'): void {
    const why =
      reason === 'needs'
        ? `which needs ${service.name}, so there is no dependency back`
        : 'which mentions it in turn and is the same product, so they are members of one cluster';
    this.report.decided(position, `${evidence} of ${service.name} names ${target}, ${why}`);
  }

  private suggest(source: MappedService, target: MappedService, { evidence, position }: Mention, group: string | undefined): void {
    const dependency = defined({
      source: source.component.technicalName,
      target: target.component.technicalName,
      ...fieldsFor(source, target, 'service_started', true),
      redundancyGroup: group,
    });
    this.add(dependency);
    this.notes.set(dependency, `suggested: ${evidence} names ${target.service.name}, ${position.file}:${position.line}`);
    this.report.suggested(
      position,
      `${source.service.name} depends on ${target.service.name}, because ${evidence} mentions it`,
      dependency,
    );
  }

  private use(
    source: MappedService,
    { target, position }: Use,
    fieldsOf: (target: MappedService) => Omit<ManifestDependency, 'source' | 'target'>,
  ): void {
    const mapped = this.services.get(target);
    if (mapped === undefined) {
      const why = this.project.switchedOff.get(target);
      this.report.notMapped(
        position,
        `${source.service.name} needs ${target}, which is ${why === undefined ? 'not a service in these files' : `switched off: ${why}`}`,
      );
      return;
    }
    if (mapped === source) {
      this.report.notMapped(position, `${source.service.name} needs itself`);
      return;
    }
    this.add({ source: source.component.technicalName, target: mapped.component.technicalName, ...fieldsOf(mapped) });
  }

  /** If a dependency is stated twice, the first statement wins. */
  private add(dependency: ManifestDependency): void {
    const key = `${dependency.source} ${dependency.target} ${dependency.dependencyType}`;
    if (!this.dependencies.has(key)) this.dependencies.set(key, dependency);
    checkDependencies(this.dependencies.size);
  }
}

/** The names, up to a maximum; the rest as a number. */
function listOf(names: readonly string[]): string {
  const left = names.length - MOST_LISTED;
  return left <= 0 ? names.join(', ') : `${names.slice(0, MOST_LISTED).join(', ')} and ${formatNumber(left)} more`;
}

function pairOf(source: MappedService, target: MappedService): string {
  return `${source.component.technicalName} ${target.component.technicalName}`;
}

function productOf({ service }: MappedService): Product | null {
  return readImage(service.image?.text ?? '').product;
}

function isSameProduct(one: MappedService, other: MappedService): boolean {
  const product = productOf(one)?.technicalName;
  return product !== undefined && product === productOf(other)?.technicalName;
}

/** The one table of what a compose condition means if the target fails later. */
function fieldsFor(
  source: MappedService,
  target: MappedService,
  condition: Condition,
  required: boolean,
): Omit<ManifestDependency, 'source' | 'target'> {
  const optional = required ? {} : { required: false };
  if (condition === 'service_completed_successfully') return { dependencyType: 'Calls', mode: 'Soft', required: false, propagates: false };
  if (target.isTelemetry) {
    if (!source.isTelemetry && source.component.kind !== 'WebApp') return { dependencyType: 'Publishes', mode: 'Async', required: false };
    if (source.component.kind === 'WebApp' && isTelemetryScreen(source))
      return { dependencyType: 'Reads', mode: modeFor(target, condition), ...optional };
    return { dependencyType: 'Publishes', mode: 'Async', required: false };
  }
  return { dependencyType: dependencyTypeFor(target.component.kind), mode: modeFor(target, condition), ...optional };
}

/** Grafana and similar products read what other services send. */
function isTelemetryScreen({ service, component }: MappedService): boolean {
  return [service.name, ...(component.technologies ?? [])].some((name) => /grafana|kibana|dashboard/i.test(name));
}

function modeFor(target: MappedService, condition: Condition): 'Hard' | 'Soft' {
  return condition === 'service_healthy' || (STATEFUL.has(target.component.kind) && target.decidesModes) ? 'Hard' : 'Soft';
}
