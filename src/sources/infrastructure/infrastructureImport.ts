/** Turns resources of clouds into a manifest: what runs or keeps something becomes a component, and what uses what is suggested. */
import type { Manifest, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import type { DependencyType } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { grouped } from '@/plain/grouped';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import { defined, importedName } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { knownKind } from '@/sources/proposal/knownKind';
import { kindOfName } from '@/sources/words/backstageWords';
import { contracted, linksOf, type Link, type Linked } from './links';
import { MEMBERS, resourceTypeOf } from './resourceTypes';

export interface InfrastructureResource extends Linked {
  /** What it may be called, best first. */
  technicalNames: readonly string[];
  /** For people. */
  name: string;
  /** What its tags or its module say; null for neither. */
  application: string | null;
  ownerTeam: string | undefined;
  zones: readonly { zone: string; region: string }[];
  /** A standby in another zone takes over. */
  hasStandby: boolean;
}

interface Part {
  resource: InfrastructureResource;
  component: ManifestComponent;
}

/** `links` are those that the tables do not know, such as permissions and events. */
export function importInfrastructure(
  resources: readonly InfrastructureResource[],
  links: readonly Link[],
  name: string,
  report: ImportReport,
): ImportedManifest {
  return new InfrastructureImport(resources, report).manifest(name, links);
}

class InfrastructureImport {
  private readonly names = new NamePool();
  private readonly parts = new Map<string, Part>();
  /** Members of a cluster, by what they are a part of. */
  private readonly wholeOf = new Map<string, string>();
  private readonly dependencies = new Map<string, ManifestDependency>();
  private readonly notes = new Map<object, string>();
  private readonly resources: readonly InfrastructureResource[];

  constructor(
    resources: readonly InfrastructureResource[],
    private readonly report: ImportReport,
  ) {
    this.resources = [...resources].sort((one, other) => byCodeUnit(one.key, other.key));
    const mapped = new Set(this.resources.filter(({ type }) => resourceTypeOf(type) !== undefined).map(({ key }) => key));
    for (const resource of this.resources) this.take(resource, mapped);
  }

  manifest(name: string, links: readonly Link[]): ImportedManifest {
    const all = [...this.resources.flatMap(linksOf), ...links].map((link) => ({
      ...link,
      source: this.wholeOf.get(link.source) ?? link.source,
      target: this.wholeOf.get(link.target) ?? link.target,
    }));
    this.connect(contracted(all, (key) => this.parts.has(key)));
    const manifest: Manifest = {
      version: 1,
      name,
      hostingAreas: this.areas(),
      applications: this.applications(name),
      dependencies: [...this.dependencies.values()],
    };
    return { manifest, notes: this.notes };
  }

  private take(resource: InfrastructureResource, mapped: ReadonlySet<string>): void {
    const { key, type, position, hasStandby } = resource;
    const known = resourceTypeOf(type);
    if (known === undefined) {
      this.report.ignored(position, type === '' ? 'resources without a type' : type);
      return;
    }
    const whole = resource.references(MEMBERS.get(type) ?? ' ').find((one) => one !== key && mapped.has(one));
    if (whole !== undefined) {
      this.wholeOf.set(key, whole);
      this.report.ignored(position, `${type} of a cluster`);
      return;
    }
    const [wanted = key, ...others] = resource.technicalNames;
    const technicalName = this.names.take(wanted, others);
    const zones = [...new Set(resource.zones.map(({ zone }) => slugOf(zone)))].sort(byCodeUnit);
    const guessed = known.kind === 'Other' ? kindOfName(resource.name) : null;
    const component = defined({
      technicalName,
      name: importedName(resource.name) ?? technicalName,
      kind: knownKind(guessed ?? known.kind),
      runtime: known.runtime === 'Containers' ? undefined : known.runtime,
      description: hasStandby ? 'Keeps a standby in another zone.' : undefined,
      hostingZones: zones.length === 0 ? undefined : zones,
    });
    if (guessed !== null) this.notes.set(component, 'kind guessed from its name');
    this.parts.set(key, { resource, component });
    if (hasStandby)
      this.report.decided(
        position,
        `${technicalName} keeps a standby in another zone and is one component; several that replace each other are a redundancy group`,
        'components with a standby',
      );
  }

  private areas(): NonNullable<Manifest['hostingAreas']> {
    const byRegion = new Map<string, { name: string; zones: Map<string, string> }>();
    for (const { resource } of this.parts.values())
      for (const { zone, region } of resource.zones) {
        const area = byRegion.get(slugOf(region)) ?? { name: region, zones: new Map<string, string>() };
        byRegion.set(slugOf(region), area);
        area.zones.set(slugOf(zone), zone);
      }
    return [...byRegion]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([technicalName, { name, zones }]) => ({
        technicalName,
        name: importedName(name) ?? technicalName,
        zones: [...zones]
          .sort(([one], [other]) => byCodeUnit(one, other))
          .map(([zone, stated]) => ({ technicalName: zone, name: importedName(stated) ?? zone })),
      }));
  }

  private applications(fallback: string): NonNullable<Manifest['applications']> {
    const byName = grouped(this.parts.values(), ({ resource }) => resource.application ?? fallback);
    const names = new NamePool();
    return [...byName]
      .sort(([one], [other]) => byCodeUnit(one, other))
      .map(([name, parts]) => {
        const technicalName = names.take(name);
        const ownerTeam = importedName(parts.map(({ resource }) => resource.ownerTeam).find(Boolean));
        return defined({
          technicalName,
          name: importedName(name) ?? technicalName,
          ownerTeam,
          components: parts.map(({ component }) => component),
        });
      });
  }

  /** What a variable suggests counts only where nothing says how the target is used. */
  private connect(links: readonly Link[]): void {
    const byPair = grouped(links, ({ source, target }) => `${source}\n${target}`);
    for (const [, own] of [...byPair].sort(([one], [other]) => byCodeUnit(one, other))) {
      const said = own.filter(({ type }) => type !== 'use');
      const types = said.length === 0 ? ['use' as const] : mergedTypes(new Set(said.map(({ type }) => type as DependencyType)));
      for (const type of types) this.add(own, type);
    }
  }

  private add(links: readonly Link[], type: DependencyType | 'use'): void {
    const [first] = [...links].sort(
      (one, other) => Number(other.isStated) - Number(one.isStated) || byCodeUnit(one.evidence, other.evidence),
    );
    const source = this.parts.get(first?.source ?? '')?.component;
    const target = this.parts.get(first?.target ?? '')?.component;
    if (first === undefined || source === undefined || target === undefined) return;
    const dependencyType = type === 'use' ? dependencyTypeFor(target.kind) : type;
    const dependency: ManifestDependency = {
      source: source.technicalName,
      target: target.technicalName,
      dependencyType,
      mode: dependencyType === 'Publishes' ? 'Async' : 'Hard',
    };
    this.dependencies.set(`${dependency.source} ${dependency.target} ${dependencyType}`, dependency);
    checkDependencies(this.dependencies.size);
    if (first.isStated) return;
    this.notes.set(
      dependency,
      `suggested: ${first.evidence} of ${source.technicalName} names ${target.technicalName}, ${first.position.file}:${first.position.line}`,
    );
    this.report.suggested(
      first.position,
      `${source.technicalName} depends on ${target.technicalName}, because of ${first.evidence}`,
      dependency,
    );
  }
}

/** Reading and writing are one use, as are sending and receiving. */
function mergedTypes(types: ReadonlySet<DependencyType>): DependencyType[] {
  const merged = new Set(types);
  for (const [one, other, both] of [
    ['Reads', 'Writes', 'ReadsWrites'],
    ['Publishes', 'Consumes', 'PubSub'],
  ] as const)
    if (merged.has(both) || (merged.has(one) && merged.has(other))) {
      merged.delete(one);
      merged.delete(other);
      merged.add(both);
    }
  return [...merged].sort(byCodeUnit);
}
