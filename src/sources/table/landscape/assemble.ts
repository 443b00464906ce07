/** Makes the manifest of what the tables describe: every component in an application, every zone in an area, every name valid and unique. */
import type {
  Manifest,
  ManifestApplication,
  ManifestCapability,
  ManifestComponent,
  ManifestDataset,
  ManifestHostingArea,
  ManifestProcess,
  ManifestSegment,
} from '@/contract/manifest/schema';
import { CRITICALITY_TIERS, type AudienceType, type CriticalityTier, type LifecycleState } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';
import { defined } from '@/sources/proposal/importedText';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { SourceKeys } from '@/sources/proposal/sourceKeys';
import { mostAlive } from '@/sources/words/backstageWords';
import type { Edges } from './edges';
import { link, type Item, type Items } from './items';
import { helpOfRow } from './rowHelp';

/** What only applications have, and components may state for theirs. */
const OF_APPLICATION = ['ownerTeam', 'criticalityTier', 'lifecycleState'] as const;

/** What a manifest takes of one list of links. */
const MOST_LINKS = 1_000;

export class Assembly {
  readonly keys = new SourceKeys();
  private readonly names = new Map<Item, string>();
  private readonly pools = new Map<string, NamePool>();
  /** By application, its components. */
  private readonly parts = new Map<Item, Item[]>();
  /** By area in which something runs, without a word about its zones: one zone of its name. */
  private readonly zoneOfArea = new Map<Item, Item>();

  constructor(
    private readonly items: Items,
    private readonly report: ImportReport,
  ) {}

  manifest(name: string, edges: Edges, supporters: readonly { supported: Item; component: Item }[]): Manifest {
    this.placeComponents();
    for (const { supported, component } of supporters)
      link(this.applicationOf(component), supported.as === 'capability' ? 'capabilities' : 'processes', supported);
    for (const application of this.items.of('application')) this.settle(application);
    const kinds = ['hosting-area', 'technology', 'dataset', 'capability', 'process', 'segment', 'application', 'component'] as const;
    const areas = this.hostingAreas();
    for (const kind of kinds) for (const item of this.items.of(kind)) this.nameOf(item);
    const base = (item: Item): { technicalName: string; name: string } => ({ technicalName: this.nameOf(item), name: item.name });
    return {
      version: 1,
      name,
      hostingAreas: areas,
      technologies: this.items.of('technology').map((one) => ({ ...base(one), ...one.fields })),
      datasets: this.items.of('dataset').map((one) => this.dataset(one)),
      capabilities: this.items.of('capability').map((one) => this.capability(one)),
      processes: this.items
        .of('process')
        .map((one): ManifestProcess => ({ ...base(one), ...one.fields, ...this.linked(one, 'capabilities') })),
      segments: this.items.of('segment').map((one) => this.segment(one)),
      applications: this.items.of('application').map((one) => this.application(one)),
      dependencies: edges.toManifest(
        (item) => this.nameOf(item),
        (item) => item.fields.redundancy as string | undefined,
      ),
    };
  }

  /** A component that is in no application gets one of its own, with what it states about it. */
  private placeComponents(): void {
    for (const component of this.items.of('component')) {
      this.inheritPlace(component);
      append(this.parts, this.applicationOf(component), component);
    }
  }

  private applicationOf(component: Item): Item {
    const seen = new Set<Item>();
    let top = component;
    while (top.above === undefined && top.wholeOf !== undefined && !seen.has(top)) {
      seen.add(top);
      top = top.wholeOf;
    }
    top.above ??= this.ownApplication(top);
    component.above ??= top.above;
    return component.above;
  }

  /** It is renamed together with its component. */
  private ownApplication(component: Item): Item {
    const application = this.items.invent('application', component.name);
    if (component.number !== undefined) application.number = `of ${component.set ?? ''} ${component.number}`;
    return application;
  }

  /** What runs on a machine is where the machine is. */
  private inheritPlace(component: Item): void {
    const seen = new Set<Item>();
    for (let machine = component.machine; machine !== undefined && !seen.has(machine); machine = machine.machine) {
      seen.add(machine);
      component.fields.runtime ??= 'Vm';
      if (component.links.has('hostingZones')) continue;
      for (const zone of machine.links.get('hostingZones') ?? []) link(component, 'hostingZones', zone);
    }
  }

  /** Gives an application what its components state: the highest tier, the most active state, the one owner. */
  private settle(application: Item): void {
    const parts = this.parts.get(application) ?? [];
    for (const field of OF_APPLICATION) {
      const stated = [...new Set(parts.map(({ fields }) => fields[field]).filter((value) => value !== undefined))] as string[];
      const own = (application.fields[field] as string | undefined) ?? this.strongest(field, stated);
      if (own === undefined) continue;
      application.fields[field] = own;
      for (const part of parts)
        if (part.fields[field] !== undefined && part.fields[field] !== own)
          this.report.notMapped(
            part.position,
            `${field} ${String(part.fields[field])} of ${part.name}: its application ${application.name} has ${own}, and only applications have one`,
            `values of ${field} that differ from that of the application`,
          );
    }
    for (const part of parts)
      for (const field of ['capabilities', 'processes']) for (const target of part.links.get(field) ?? []) link(application, field, target);
  }

  private strongest(field: (typeof OF_APPLICATION)[number], stated: readonly string[]): string | undefined {
    if (field === 'criticalityTier') return CRITICALITY_TIERS.findLast((tier) => stated.includes(tier));
    if (field === 'lifecycleState') return mostAlive(new Set(stated as LifecycleState[]));
    return stated[0];
  }

  private hostingAreas(): ManifestHostingArea[] {
    const zones = new Map<Item, Item[]>();
    for (const zone of this.items.of('hosting-zone')) {
      const area = (zone.above ??= this.items.invent('hosting-area', zone.name));
      append(zones, area, zone);
    }
    for (const component of this.items.of('component'))
      for (const place of component.links.get('hostingZones') ?? [])
        if (place.as === 'hosting-area' && !this.zoneOfArea.has(place)) {
          const zone = this.items.invent('hosting-zone', place.name);
          this.zoneOfArea.set(place, zone);
          append(zones, place, zone);
        }
    return this.items.of('hosting-area').map((area) => ({
      technicalName: this.nameOf(area),
      name: area.name,
      ...area.fields,
      zones: (zones.get(area) ?? []).map((zone) => ({
        technicalName: this.nameOf(zone),
        name: zone.name,
        ...(zone.fields.description === undefined ? {} : { description: String(zone.fields.description) }),
      })),
    }));
  }

  private application(one: Item): ManifestApplication {
    const { description, lifecycleState, criticalityTier, ownerTeam } = one.fields;
    return defined({
      technicalName: this.nameOf(one),
      name: one.name,
      description: description as string | undefined,
      lifecycleState: lifecycleState as LifecycleState | undefined,
      criticalityTier: criticalityTier as CriticalityTier | undefined,
      ownerTeam: ownerTeam as string | undefined,
      ...helpOfRow(one, this.report),
      ...this.linked(one, 'capabilities'),
      ...this.linked(one, 'processes'),
      components: (this.parts.get(one) ?? []).map((part) => this.component(part)),
    });
  }

  private component(one: Item): ManifestComponent {
    const { description, kind, runtime, isExternal } = one.fields as Pick<
      ManifestComponent,
      'description' | 'kind' | 'runtime' | 'isExternal'
    >;
    const places = [...(one.links.get('hostingZones') ?? [])].flatMap((place) =>
      place.as === 'hosting-area' ? (this.zoneOfArea.get(place) ?? []) : [place],
    );
    return defined({
      ...{ technicalName: this.nameOf(one), name: one.name, description, kind, runtime, isExternal },
      ...helpOfRow(one, this.report),
      hostingZones: places.length === 0 ? undefined : places.map((place) => this.nameOf(place)),
      ...this.linked(one, 'technologies'),
      ...this.linked(one, 'datasets'),
    });
  }

  private capability(one: Item): ManifestCapability {
    return defined({ technicalName: this.nameOf(one), name: one.name, ...one.fields, parent: one.above && this.nameOf(one.above) });
  }

  /** Whose audience is not said, is taken for people of the company: nobody else is counted as a customer by mistake. */
  private segment(one: Item): ManifestSegment {
    if (one.fields.audienceType === undefined)
      this.report.decided(one.position, `${one.name} states no audience, so Employees is assumed`, 'segments without an audience');
    const { capabilities = [] } = this.linked(one, 'capabilities');
    return {
      ...{ technicalName: this.nameOf(one), name: one.name, audienceType: 'Employees' as AudienceType, ...one.fields },
      ...(capabilities.length === 0 ? {} : { capabilities: capabilities.map((capability) => ({ capability })) }),
    };
  }

  private dataset(one: Item): ManifestDataset {
    if (one.fields.classification === undefined)
      this.report.decided(
        one.position,
        `${one.name} states no classification, so Internal is assumed`,
        'datasets without a classification',
      );
    return { technicalName: this.nameOf(one), name: one.name, classification: 'Internal', ...one.fields };
  }

  private linked(item: Item, field: string): Record<string, string[]> {
    const all = [...(item.links.get(field) ?? [])];
    const targets = all.slice(0, MOST_LINKS);
    if (all.length > MOST_LINKS)
      this.report.notMapped(item.position, `${item.name}: ${field} beyond the first ${MOST_LINKS}`, 'lists that are too long');
    return targets.length === 0 ? {} : { [field]: targets.map((target) => this.nameOf(target)) };
  }

  private nameOf(item: Item): string {
    const known = this.names.get(item);
    if (known !== undefined) return known;
    const pool = this.pools.get(item.as) ?? new NamePool();
    this.pools.set(item.as, pool);
    const wanted = item.technicalName ?? item.name;
    const name = pool.take(wanted);
    if (name !== slugOf(wanted))
      this.report.decided(item.position, `another ${item.as} is called ${item.name} too, so this one is ${name}`, 'names that are taken');
    this.names.set(item, name);
    if (item.as !== 'interface' && item.as !== 'machine')
      this.keys.note(item.as, item.number === undefined ? undefined : `${item.set ?? ''} ${item.number}`, name);
    return name;
  }
}
