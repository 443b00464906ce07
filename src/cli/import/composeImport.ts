/** A compose project as a manifest: one application, a component a service, a technology a well-known image, and a dependency for everything that a service waits for or uses. */
import type { Manifest, ManifestComponent, ManifestDependency, ManifestTechnology } from '@/contract/manifest/schema';
import type { ComponentKind } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { kindOfType } from './backstageWords';
import type { ComposeProject } from './composeProject';
import type { ComposeService, Condition, Use } from './composeService';
import { dependencyTypeFor } from './edges';
import { defined, importedName } from './importedText';
import type { ImportReport } from './importReport';
import type { Place } from './locatedYaml';
import { NamePool, slugOf } from './namePool';
import { isTelemetryName, productNamed, readImage } from './products';

interface MappedService {
  service: ComposeService;
  component: ManifestComponent & { kind: ComponentKind };
  isTelemetry: boolean;
}

/** What others keep their data or their messages in: without it they do not work, whatever they wait for when they start. */
const STATEFUL: ReadonlySet<ComponentKind> = new Set(['Database', 'Storage', 'Queue', 'EventBus', 'Identity']);
const ONE_SHOT = /(?:^|[^a-z])(?:migrate|migrations?|migrator|init|setup|seed|seeder|bootstrap)(?:[^a-z]|$)/i;

export function importCompose(project: ComposeProject, name: string, report: ImportReport): Manifest {
  return new ComposeImport(project, report).manifest(name);
}

class ComposeImport {
  private readonly technologies = new Map<string, ManifestTechnology>();
  private readonly services = new Map<string, MappedService>();
  private readonly dependencies = new Map<string, ManifestDependency>();
  private readonly names = new NamePool();
  private readonly guessed: string[] = [];
  private readonly unknown: string[] = [];

  constructor(
    private readonly project: ComposeProject,
    private readonly report: ImportReport,
  ) {}

  manifest(name: string): Manifest {
    for (const service of this.project.services.values()) this.services.set(service.name, this.mapService(service));
    for (const mapped of this.services.values()) this.mapUses(mapped);
    if (this.guessed.length > 0)
      this.report.decided(undefined, `the kind was told from the name or the ports alone: ${this.guessed.join(', ')}`);
    if (this.unknown.length > 0) this.report.decided(undefined, `no kind could be told, so Other: ${this.unknown.join(', ')}`);
    return {
      version: 1,
      name,
      technologies: [...this.technologies.values()].sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
      applications: [{ technicalName: slugOf(name), name, components: [...this.services.values()].map(({ component }) => component) }],
      dependencies: [...this.dependencies.values()],
    };
  }

  private mapService(service: ComposeService): MappedService {
    const { name, place, image, profiles } = service;
    const { product, version } = readImage(image?.text ?? '');
    const technology = product === null ? null : this.technologyOf(product.technicalName, product.name, version);
    const technicalName = this.names.take(name);
    if (technicalName !== name) this.report.decided(place, `the service ${name} is called ${technicalName} here`);
    if (profiles !== null)
      this.report.notMapped(
        profiles.place,
        `${name} runs only with the profile ${profiles.names.join(' or ')}: it is mapped as if it always ran`,
      );
    if (product === null && image !== null) this.tellImage(service, image);
    return {
      service,
      component: defined({
        technicalName,
        name: importedName(name) ?? technicalName,
        kind: this.kindOf(service),
        technologies: technology === null ? undefined : [technology.technicalName],
      }),
      isTelemetry: product?.isTelemetry ?? isTelemetryName(name),
    };
  }

  private tellImage({ name, isBuilt }: ComposeService, image: { text: string; place: Place }): void {
    if (image.text.includes('$')) {
      if (!isBuilt)
        this.report.notMapped(image.place, `the image of ${name} is ${image.text}, whose variables are not known: no technology`);
    } else if (!isBuilt) this.report.notMapped(image.place, `the image ${image.text} of ${name} is no product known here: no technology`);
  }

  private technologyOf(product: string, name: string, version: string | undefined): ManifestTechnology {
    const technicalName = version === undefined ? product : `${product}-${version}`;
    const technology = this.technologies.get(technicalName) ?? defined({ technicalName, name, technologyVersion: version });
    this.technologies.set(technicalName, technology);
    return technology;
  }

  /** By what others expect of it; else by its image; else by its name and ports, which is a guess and told as one. */
  private kindOf(service: ComposeService): ComponentKind {
    if (this.isOneShot(service.name)) return 'ScheduledJob';
    const ofImage = readImage(service.image?.text ?? '').product?.kind;
    if (ofImage != null) return ofImage;
    const kind = kindByName(service) ?? this.kindByUse(service);
    if (kind === undefined) this.unknown.push(service.name);
    else this.guessed.push(`${service.name} (${kind})`);
    return kind ?? 'Other';
  }

  /** What is built here and can be connected to serves something; what is built, has no port and waits for messages works them off. */
  private kindByUse({ isBuilt, hasPorts, dependsOn }: ComposeService): ComponentKind | undefined {
    if (!isBuilt) return undefined;
    if (hasPorts) return 'WebAPI';
    const needs = [...dependsOn.keys()].map((target) => this.project.services.get(target)).filter((target) => target !== undefined);
    const waits = needs.some((target) =>
      ['Queue', 'EventBus'].includes(readImage(target.image?.text ?? '').product?.kind ?? kindByName(target) ?? ''),
    );
    return waits ? 'Worker' : undefined;
  }

  /** Whether somebody waits for it to have ended. */
  private isOneShot(name: string): boolean {
    return [...this.project.services.values()].some(({ dependsOn }) => dependsOn.get(name)?.condition === 'service_completed_successfully');
  }

  private mapUses(source: MappedService): void {
    const { dependsOn, links, networkOf, volumesFrom } = source.service;
    for (const [target, { condition, required, place }] of dependsOn)
      this.use(source, { target, place }, (mapped) => fieldsFor(source, mapped, condition, required));
    // Where depends_on says more about the same service, it counts.
    for (const link of links)
      if (!dependsOn.has(link.target)) this.use(source, link, (mapped) => fieldsFor(source, mapped, 'service_started', true));
    if (networkOf !== null) this.use(source, networkOf, () => ({ dependencyType: 'TrafficFlow', mode: 'Hard' }));
    for (const use of volumesFrom) this.use(source, use, () => ({ dependencyType: 'ReadsWrites', mode: 'Hard' }));
  }

  private use(
    source: MappedService,
    { target, place }: Use,
    fieldsOf: (target: MappedService) => Omit<ManifestDependency, 'source' | 'target'>,
  ): void {
    const mapped = this.services.get(target);
    if (mapped === undefined) {
      this.report.notMapped(place, `${source.service.name} needs ${target}, which is no service of these files`);
      return;
    }
    if (mapped === source) {
      this.report.notMapped(place, `${source.service.name} needs itself`);
      return;
    }
    const dependency = { source: source.component.technicalName, target: mapped.component.technicalName, ...fieldsOf(mapped) };
    const key = `${dependency.source} ${dependency.target} ${dependency.dependencyType}`;
    if (!this.dependencies.has(key)) this.dependencies.set(key, dependency);
  }
}

function kindByName({ name, image, isBuilt }: ComposeService): ComponentKind | undefined {
  if (ONE_SHOT.test(name)) return 'ScheduledJob';
  const variable = isBuilt
    ? ''
    : (/^\$\{?([A-Za-z_]+)/.exec(image?.text ?? '')?.[1] ?? '').replace(/_?(?:IMAGE|VERSION|TAG)/gi, '').replaceAll('_', '-');
  const named = productNamed(name)?.kind ?? productNamed(variable)?.kind ?? (isTelemetryName(name) ? 'Infrastructure' : undefined);
  const told = named ?? kindOfType(name)?.kind ?? kindOfType(variable)?.kind;
  return told === 'Other' ? undefined : told;
}

/** The one table of what a condition of compose means when the target fails later on. */
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

/** Grafana and its like read what others send. */
function isTelemetryScreen({ service, component }: MappedService): boolean {
  return [service.name, ...(component.technologies ?? [])].some((name) => /grafana|kibana|dashboard/i.test(name));
}

function modeFor(target: MappedService, condition: Condition): 'Hard' | 'Soft' {
  return condition === 'service_healthy' || STATEFUL.has(target.component.kind) ? 'Hard' : 'Soft';
}
