/** Turns resources of Kubernetes into a manifest: workloads and what operators run become components, and what they mention suggests dependencies. */
import type { Manifest, ManifestComponent, ManifestDependency, ManifestTechnology } from '@/contract/manifest/schema';
import type { ComponentKind } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { byCodeUnit } from '@/plain/order';
import { append, grouped } from '@/plain/grouped';
import { listed } from '@/sources/listed';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { defined, importedName } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { knownKind } from '@/sources/proposal/knownKind';
import { annotatedHelp } from './annotatedHelp';
import { connectHosts, type Landscape } from './connectHosts';
import { LabelIndex } from './hostTable';
import { applicationFacts, applicationOf, releasesOf, statedName, type Part } from './parts';
import { Placement } from './placement';
import { allowedBy } from './policies';
import { sortResources, type SortedResources } from './sortResources';
import type { Resource } from './resources';
import { readRoute } from './routes';
import { fieldsOf, UseFinder, type Use } from './uses';
import { kindOf } from './kinds';
import type { Operated } from './operators';
import type { Workload } from './workloads';

export interface KubernetesOptions {
  /** Put before every name, with a hyphen; '' for nothing. */
  context: string;
  isByNamespace: boolean;
  arePoliciesRead: boolean;
}

export function importKubernetes(
  resources: readonly Resource[],
  name: string,
  options: KubernetesOptions,
  report: ImportReport,
): ImportedManifest {
  return new KubernetesImport(sortResources(resources, report), options, report).manifest(name);
}

class KubernetesImport {
  private readonly names = new NamePool();
  private readonly technologies = new Map<string, ManifestTechnology>();
  private readonly dependencies = new Map<string, ManifestDependency>();
  private readonly notes = new Map<object, string>();
  private readonly parts: Part[] = [];
  private readonly releases: ReadonlySet<string>;
  private readonly placement: Placement;
  /** By workload: the Services that select it. */
  private readonly servicesOf = new Map<string, Resource[]>();
  private readonly guessed: string[] = [];
  private readonly unknown: string[] = [];
  private readonly single: string[] = [];

  constructor(
    private readonly sorted: SortedResources,
    private readonly options: KubernetesOptions,
    private readonly report: ImportReport,
  ) {
    const { workloads, operated, nodes, pods, services } = sorted;
    this.releases = releasesOf([...workloads, ...operated].map(({ resource }) => resource));
    this.placement = new Placement(nodes, pods);
    const index = new LabelIndex(workloads, ({ namespace, podLabels }) => ({ namespace, labels: podLabels }));
    for (const { namespace, selector, resource } of services)
      for (const workload of index.matching(namespace, selector)) append(this.servicesOf, keyOf(workload), resource);
  }

  manifest(name: string): ImportedManifest {
    const { workloads, operated } = this.sorted;
    const all = [...workloads.map((one) => ({ one, isRun: true as const })), ...operated.map((one) => ({ one, isRun: false as const }))];
    all.sort((left, right) => byCodeUnit(keyOf(left.one), keyOf(right.one)));
    for (const entry of all) this.parts.push(entry.isRun ? this.workloadPart(entry.one) : this.operatedPart(entry.one));
    const landscape = connectHosts(this.sorted, this.parts, (resource, kind) => this.externalPart(resource, kind), this.report);
    this.parts.push(...landscape.external);
    this.addRoutes(landscape);
    this.suggestUses(landscape);
    if (this.options.arePoliciesRead) this.suggestAllowed();
    this.tellGuesses();
    const manifest: Manifest = {
      version: 1,
      name,
      hostingAreas: this.placement.areas(this.options.context || 'cluster'),
      technologies: [...this.technologies.values()].sort((left, right) => byCodeUnit(left.technicalName, right.technicalName)),
      applications: this.applications(),
      dependencies: [...this.dependencies.values()],
    };
    return { manifest, notes: this.notes };
  }

  private workloadPart(workload: Workload): Part {
    const { resource, replicas, sidecars } = workload;
    const { kind, isGuess, decidesModes, isTelemetry, product, version } = kindOf(workload, this.servicesOf.has(keyOf(workload)));
    for (const position of sidecars) this.report.ignored(position, 'second containers of a pod');
    const zones = this.placement.zonesOf(workload);
    const technology = product === null ? undefined : this.technologyOf(product.technicalName, product.name, version);
    if (replicas === 1) this.single.push(workload.name);
    const component = this.component(resource, {
      kind,
      description: this.descriptionOf(workload),
      hostingZones: zones.length === 0 ? undefined : zones,
      technologies: technology === undefined ? undefined : [technology],
      ...annotatedHelp([resource, ...(this.servicesOf.get(keyOf(workload)) ?? [])], this.report),
    });
    if (kind === 'Other') this.unknown.push(workload.name);
    else if (isGuess) {
      this.guessed.push(`${workload.name} (${kind})`);
      this.notes.set(component, 'kind guessed from name, image or ports');
    }
    return { ...this.partOf(resource, component), workload, product, decidesModes, isTelemetry };
  }

  private operatedPart({ resource, kind, isManaged, product, replicas }: Operated): Part {
    const technology = product === null ? undefined : this.technologyOf(product.technicalName, product.name, undefined);
    const component = this.component(resource, {
      kind,
      runtime: isManaged ? 'Managed' : undefined,
      description: replicas === null ? undefined : countOf(replicas, 'replica'),
      technologies: technology === undefined ? undefined : [technology],
    });
    if (replicas === 1) this.single.push(resource.name);
    return { ...this.partOf(resource, component), product, decidesModes: true };
  }

  private externalPart(resource: Resource, kind: ComponentKind): Part {
    return this.partOf(resource, this.component(resource, { kind, isExternal: true }));
  }

  private component(
    resource: Resource,
    fields: Omit<ManifestComponent, 'technicalName' | 'name' | 'kind'> & { kind: ComponentKind },
  ): Part['component'] {
    const wanted = statedName(resource) ?? resource.name;
    const prefix = this.options.context === '' ? '' : `${this.options.context}-`;
    const technicalName = this.names.take(`${prefix}${wanted}`, [`${prefix}${resource.namespace}-${wanted}`]);
    if (technicalName !== slugOf(`${prefix}${wanted}`))
      this.report.decided(resource.position, `the ${resource.kind} ${resource.name} was renamed to ${technicalName}`);
    const { kind, description, ...others } = fields;
    return defined({ technicalName, name: importedName(wanted) ?? technicalName, kind: knownKind(kind), description, ...others });
  }

  private partOf(resource: Resource, component: Part['component']): Part {
    const applicationKey = applicationOf(resource, this.releases, this.options.isByNamespace);
    return {
      resource,
      name: resource.name,
      component,
      workload: null,
      product: null,
      decidesModes: false,
      isTelemetry: false,
      applicationKey,
    };
  }

  private technologyOf(product: string, name: string, version: string | undefined): string {
    const technicalName = version === undefined ? product : `${product}-${version}`;
    if (!this.technologies.has(technicalName))
      this.technologies.set(technicalName, defined({ technicalName, name, technologyVersion: version }));
    return technicalName;
  }

  private descriptionOf({ name, namespace, podLabels, replicas, isSpread }: Workload): string | undefined {
    const budget = this.sorted.budgets.find((one) => one.namespace === namespace && isWithin(one.selector, podLabels));
    const facts = [
      replicas === null ? null : countOf(replicas, 'replica'),
      isSpread ? 'spread over zones' : null,
      budget === undefined ? null : `a disruption budget keeps ${budget.keeps}`,
      this.sorted.scaled.has(`${namespace} ${name}`) ? 'scaled automatically' : null,
    ].filter((fact) => fact !== null);
    return facts.length === 0 ? undefined : `${facts.join(', ')}.`;
  }

  private applications(): NonNullable<Manifest['applications']> {
    const byKey = grouped(this.parts, ({ applicationKey }) => applicationKey);
    const names = new NamePool();
    const prefix = this.options.context === '' ? '' : `${this.options.context}-`;
    return [...byKey]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([key, parts]) => {
        const facts = applicationFacts(
          parts.map(({ resource }) => resource),
          this.report,
        );
        const technicalName = names.take(`${prefix}${key}`);
        const components = parts.map(({ component }) => component).sort((one, two) => byCodeUnit(one.technicalName, two.technicalName));
        const { ownerTeam, criticalityTier } = facts;
        return defined({ technicalName, name: importedName(key) ?? technicalName, criticalityTier, ownerTeam, components });
      });
  }

  /** One component for each controller, since all of its routes run in it. */
  private addRoutes({ table }: Landscape): void {
    const controllers = new Map<string, Part>();
    for (const resource of this.sorted.routes) {
      const route = readRoute(resource, this.sorted.gateways);
      if (route === null) {
        this.report.ignored(resource.position, `${resource.kind} within a mesh`);
        continue;
      }
      const source = controllers.get(route.controller) ?? this.controllerPart(resource, route.controller);
      controllers.set(route.controller, source);
      for (const { host, namespace, position } of route.backends) {
        const targets = table.lookUp(host, namespace);
        if (targets === null)
          this.report.notMapped(position, `the ${resource.kind} ${resource.name} leads to ${host}, which no Service here is called`);
        for (const target of targets ?? [])
          if (target !== source) this.add(source, target, { dependencyType: 'TrafficFlow', mode: 'Soft' });
      }
    }
  }

  private controllerPart(resource: Resource, controller: string): Part {
    const running = this.parts.find(({ workload }) => isControllerOf(workload?.image ?? '', controller));
    if (running !== undefined) return running;
    const name = controller === '' ? 'ingress' : `ingress-${controller}`;
    const own: Resource = { ...resource, name, labels: new Map(), annotations: new Map() };
    const part = this.partOf(own, this.component(own, { kind: 'Infrastructure' }));
    this.parts.push(part);
    return part;
  }

  private suggestUses({ table, bySecret }: Landscape): void {
    const finder = new UseFinder(table, bySecret, this.report);
    const uses = new Map(this.parts.map((part) => [part, finder.usesOf(part)]));
    for (const [source, used] of uses)
      for (const use of used) {
        const isMutual = uses.get(use.target)?.some(({ target }) => target === source) === true;
        if (isMutual && source.product !== null && source.product === use.target.product)
          this.report.decided(
            use.position,
            `${source.name} and ${use.target.name} name each other and are one product: members of one cluster`,
          );
        else this.suggest(source, use);
      }
  }

  private suggest(source: Part, use: Use): void {
    const { target, evidence, position, isWait } = use;
    const dependency = this.add(source, target, fieldsOf(source, target, use));
    if (dependency === null) return;
    const verb = isWait ? 'waits for' : 'names';
    this.notes.set(dependency, `suggested: ${evidence} ${verb} ${target.name}, ${position.file}:${position.line}`);
    this.report.suggested(position, `${source.name} depends on ${target.name}, because ${evidence} ${verb} it`, dependency);
  }

  /** Weaker than what is named: only between parts that no dependency connects yet. */
  private suggestAllowed(): void {
    const pairs = new Set([...this.dependencies.values()].flatMap(({ source, target }) => [`${source} ${target}`]));
    const run = this.parts.filter(({ workload }) => workload !== null);
    const index = new LabelIndex(run, ({ workload, resource }) => ({
      namespace: resource.namespace,
      labels: workload?.podLabels ?? new Map(),
    }));
    for (const policy of this.sorted.policies)
      for (const { sources, targets, position, policy: name } of allowedBy(policy, (where, labels) => index.matching(where, labels)))
        for (const source of sources)
          for (const target of targets) {
            const key = `${source.component.technicalName} ${target.component.technicalName}`;
            if (source === target || pairs.has(key)) continue;
            pairs.add(key);
            const dependencyType = dependencyTypeFor(target.component.kind);
            const dependency = this.add(source, target, { dependencyType, mode: 'Soft' });
            if (dependency === null) continue;
            this.notes.set(dependency, `suggested, weakly: the network policy ${name} allows it, ${position.file}:${position.line}`);
            const message = `${source.name} may depend on ${target.name}: the network policy ${name} allows it (--no-policies leaves such out)`;
            this.report.suggested(position, message, dependency);
          }
  }

  private add(source: Part, target: Part, fields: Omit<ManifestDependency, 'source' | 'target'>): ManifestDependency | null {
    const dependency = { source: source.component.technicalName, target: target.component.technicalName, ...fields };
    const key = `${dependency.source} ${dependency.target} ${dependency.dependencyType}`;
    if (this.dependencies.has(key)) return null;
    this.dependencies.set(key, dependency);
    checkDependencies(this.dependencies.size);
    return dependency;
  }

  private tellGuesses(): void {
    if (this.guessed.length > 0) this.report.decided(undefined, `the kind was guessed from name, image or ports: ${listed(this.guessed)}`);
    if (this.unknown.length > 0)
      this.report.decided(undefined, `no kind is stated where none could be determined: ${listed(this.unknown)}`);
    if (this.single.length > 0)
      this.report.decided(
        undefined,
        `${countOf(this.single.length, 'workload')} ${this.single.length === 1 ? 'has' : 'have'} one replica: ${listed(this.single)}`,
      );
  }
}

function keyOf({ resource }: { resource: Resource }): string {
  return `${resource.name} ${resource.namespace} ${resource.kind}`;
}

function isWithin(selector: ReadonlyMap<string, string>, labels: ReadonlyMap<string, string>): boolean {
  return selector.size > 0 && [...selector].every(([name, value]) => labels.get(name) === value);
}

/** `registry.k8s.io/ingress-nginx/controller` runs the ingresses of the class nginx. */
function isControllerOf(image: string, controller: string): boolean {
  return (
    controller !== '' &&
    image.toLowerCase().includes(controller.toLowerCase()) &&
    /ingress|gateway|traefik|kong|haproxy|contour/i.test(image)
  );
}
