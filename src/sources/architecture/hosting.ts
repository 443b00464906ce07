/** Where components run, from the deployment that a model describes: the outermost nodes are hosting areas, nodes that are zones or regions their zones. */
import type { ManifestHostingArea } from '@/contract/manifest/schema';
import type { Runtime } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';
import { importedName } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { UnreadableSource } from '@/sources/proposal/unreadableSource';
import { listed } from '@/sources/listed';
import type { ArchitectureElement, DeploymentNode, Environment, Instance } from './architecture';
import type { MappedElement } from './dependencies';
import { runtimeIn } from './elementKinds';

export interface Hosting {
  hostingAreas: ManifestHostingArea[];
  /** By component: the technicalNames of its zones, in order. */
  zones: ReadonlyMap<MappedElement, ReadonlySet<string>>;
  runtimes: ReadonlyMap<MappedElement, Runtime>;
}

const ZONE = /(?:^|[^a-z])(?:(?:availability )?zones?|regions?|az)(?:[^a-z]|$)/i;
/** `eu-central-1`, `us-east-1b`, `europe-west4`. */
const CLOUD_REGION = /^(?:[a-z]{2}-(?:gov-)?[a-z]+-\d[a-z]?|[a-z]+-[a-z]+\d(?:-[a-z])?)$/;
const FAILOVER = /^fail-?over$/i;

/** The environment of this name; otherwise the last. Null if there is none. Throws UnreadableSource if there is none of this name. */
export function environmentOf(environments: readonly Environment[], wanted: string | undefined, report: ImportReport): Environment | null {
  const last = environments.at(-1);
  const names = listed(environments.map(({ name }) => name));
  if (wanted !== undefined) {
    const chosen = environments.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (chosen === undefined)
      throw new UnreadableSource(`there is no environment ${wanted} in these files`, 'nothing_found', {
        hint: last === undefined ? 'they describe no deployment' : `there are ${names}`,
      });
    reportOthers(environments, chosen, report);
    return chosen;
  }
  if (last === undefined) return null;
  if (environments.length > 1)
    report.decided(last.position, `of the environments ${names}, ${last.name} was taken, the last; use --environment to choose another`);
  reportOthers(environments, last, report);
  return last;
}

function reportOthers(environments: readonly Environment[], chosen: Environment, report: ImportReport): void {
  for (const environment of environments)
    if (environment !== chosen) report.notMapped(environment.position, `the environment ${environment.name} was not chosen`);
}

type Area = ManifestHostingArea & { zones: { technicalName: string; name: string }[] };

/** A node that contains an instance, behind everything around it, from the outermost to the innermost. */
type Place = readonly DeploymentNode[];

export class HostingMapper {
  private readonly areas = new Map<DeploymentNode, Area>();
  private readonly zoneNames = new Map<DeploymentNode, string>();
  private readonly names = { area: new NamePool(), zone: new NamePool() };
  private readonly zones = new Map<MappedElement, Set<string>>();
  private readonly runtimes = new Map<MappedElement, Runtime>();
  private readonly placed = new Map<MappedElement, { instance: Instance; place: Place }[]>();

  constructor(
    /** The components that an element is, is part of, or holds. */
    private readonly componentsOf: (element: ArchitectureElement) => readonly MappedElement[],
    private readonly report: ImportReport,
  ) {}

  map(environment: Environment | null): Hosting {
    for (const node of environment?.nodes ?? []) this.visit([node]);
    for (const [component, instances] of this.placed) this.suggestGroup(component, instances);
    return { hostingAreas: [...this.areas.values()], zones: this.zones, runtimes: this.runtimes };
  }

  private visit(place: Place): void {
    const node = place.at(-1)!;
    if (place.length > 1 && !isZone(node)) this.report.ignored(node.position, 'deployment nodes inside a hosting area');
    for (const instance of node.instances) this.put(instance, place);
    for (const inner of node.nodes) this.visit([...place, inner]);
  }

  private put(instance: Instance, place: Place): void {
    const components = this.componentsOf(instance.element);
    if (components.length === 0) {
      this.report.notMapped(instance.position, `${instance.element.name} is not a component, so where it is deployed was left out`);
      return;
    }
    const zone = this.zoneOf(place);
    const runtime = runtimeIn(place.toReversed().flatMap(({ name, technology = '', tags }) => [technology, name, ...tags]));
    for (const component of components) {
      this.zones.set(component, (this.zones.get(component) ?? new Set()).add(zone));
      if (runtime !== undefined && !this.runtimes.has(component)) this.runtimes.set(component, runtime);
      append(this.placed, component, { instance, place });
    }
  }

  /** The technicalName of the innermost zone around it; otherwise of one zone for the whole area. */
  private zoneOf(path: Place): string {
    const outermost = path[0]!;
    const area = this.areaOf(outermost);
    const node = path.slice(1).findLast(isZone) ?? outermost;
    const known = this.zoneNames.get(node);
    if (known !== undefined) return known;
    const name = importedName(node.name) ?? 'unnamed';
    const own = slugOf(name).toLowerCase();
    const technicalName = this.names.zone.take(node === outermost ? area.technicalName : `${area.technicalName}-${own}`);
    this.zoneNames.set(node, technicalName);
    area.zones.push({ technicalName, name });
    return technicalName;
  }

  private areaOf(node: DeploymentNode): Area {
    const known = this.areas.get(node);
    if (known !== undefined) return known;
    const name = importedName(node.name) ?? 'unnamed';
    const area: Area = { technicalName: this.names.area.take(slugOf(name).toLowerCase()), name, zones: [] };
    this.areas.set(node, area);
    return area;
  }

  /** Two instances of which one is for the failover of the other: who depends on them can count on one. */
  private suggestGroup({ element }: MappedElement, instances: readonly { instance: Instance; place: Place }[]): void {
    const spare = instances.find(({ instance, place }) => [instance, ...place].some(({ tags }) => tags.some((tag) => FAILOVER.test(tag))));
    const other = instances.find((one) => one !== spare);
    if (spare === undefined || other === undefined || spare.place.at(-1) === other.place.at(-1)) return;
    this.report.decided(
      spare.instance.position,
      `${element.name} has ${instances.length} instances, one of them for failover, and is one component here: if they can fail on their own, make them two components and state a redundancyGroup on what depends on them`,
    );
  }
}

function isZone({ name, tags, words, technology = '' }: DeploymentNode): boolean {
  return [name, technology, ...tags, ...words].some((text) => ZONE.test(text)) || CLOUD_REGION.test(name);
}
