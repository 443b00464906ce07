/** Makes a manifest of the entries of catalog files: systems become applications, everything else components. */
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import type { CriticalityTier, LifecycleState } from '@/domain/vocabulary';
import { CRITICALITY_TIERS } from '@/domain/vocabulary';
import { dependencyName } from '@/domain/manifest/manifestFields';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { referencesFrom } from '@/sources/proposal/foundLinks';
import { defined, importedName, importedText } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { SourceKeys } from '@/sources/proposal/sourceKeys';
import { knownKind } from '@/sources/proposal/knownKind';
import { withoutPassword } from '@/sources/withoutPassword';
import { lifecycleOf, mostAlive } from '@/sources/words/backstageWords';
import { LIFECYCLES, type CatalogEntry, type CatalogReference } from './catalogEntry';

interface MappedApplication {
  application: ManifestApplication & { components: ManifestComponent[] };
  lifecycles: Set<LifecycleState>;
  tiers: Set<CriticalityTier>;
  owners: Set<string>;
}

interface MappedEntry {
  entry: CatalogEntry;
  component: ManifestComponent;
  application: MappedApplication;
}

const clean = (text: string | undefined): string | undefined => importedName(text === undefined ? undefined : withoutPassword(text));

/** Adds to `report` what was guessed or could not be mapped. */
export class CatalogImport {
  /** By tool and key: the entries, of which the first counts. */
  private readonly byKey = new Map<string, CatalogEntry>();
  private readonly applications = new Map<string, MappedApplication>();
  private readonly components = new Map<CatalogEntry, MappedEntry>();
  private readonly dependencies = new Map<string, ManifestDependency>();
  private readonly names = { application: new NamePool(), component: new NamePool() };
  private readonly keys = new SourceKeys();

  constructor(private readonly report: ImportReport) {}

  manifest(all: readonly CatalogEntry[], name: string): ImportedManifest {
    const entries = all.filter((entry) => this.index(entry));
    for (const entry of entries) if (entry.type === 'application') this.addSystem(entry);
    for (const entry of entries) if (entry.type !== 'application') this.addComponent(entry, entry.type);
    for (const { entry, component } of this.components.values())
      for (const reference of entry.dependsOn) this.depend(entry, component, reference);
    for (const entry of entries) this.reportOthers(entry);
    const manifest: Manifest = {
      version: 1,
      name,
      applications: [...this.applications.values()].map((mapped) => this.finished(mapped)),
      dependencies: [...this.dependencies.values()],
    };
    return { manifest, notes: new Map(), keys: this.keys };
  }

  /** False for a second description of something. Other names that are taken are left to the first. */
  private index(entry: CatalogEntry): boolean {
    const [own = '', ...others] = entry.keys.map((key) => `${entry.tool} ${key}`);
    const known = this.byKey.get(own);
    if (known?.keys[0] === entry.keys[0]) {
      this.report.notMapped(entry.position, `${nameOf(entry)} is described twice, so this was skipped`);
      return false;
    }
    this.byKey.set(own, entry);
    for (const key of others) if (!this.byKey.has(key)) this.byKey.set(key, entry);
    return true;
  }

  private find({ tool }: CatalogEntry, { text }: CatalogReference): CatalogEntry | undefined {
    return this.byKey.get(`${tool} ${text.toLowerCase()}`);
  }

  private addSystem(entry: CatalogEntry): void {
    Object.assign(this.applicationOf(entry).application, this.helpOf(entry));
    for (const part of entry.parts ?? []) {
      const found = this.find(entry, part);
      if (found === undefined || found.type === 'application')
        this.report.notMapped(
          part.position,
          `${nameOf(entry)} has the part ${clean(part.text) ?? 'something'}, which is not a component in these files`,
          'parts of systems',
        );
      else found.application ??= { text: entry.keys[0] ?? '', position: part.position };
    }
  }

  private applicationOf(entry: CatalogEntry): MappedApplication {
    const mapped = this.application(`${entry.tool} ${entry.keys[0]}`, entry.name, clean(entry.title) ?? nameOf(entry));
    const description = importedText(entry.description === undefined ? undefined : withoutPassword(entry.description), 4_000);
    if (description !== undefined && entry.type === 'application') mapped.application.description ??= description;
    this.addFacts(mapped, entry);
    return mapped;
  }

  private application(key: string, wanted: string, name: string): MappedApplication {
    const known = this.applications.get(key.toLowerCase());
    if (known !== undefined) return known;
    const technicalName = this.names.application.take(clean(wanted) ?? 'unnamed');
    this.keys.note('application', key.toLowerCase(), technicalName);
    const mapped = {
      application: { technicalName, name, components: [] },
      lifecycles: new Set<never>(),
      tiers: new Set<never>(),
      owners: new Set<string>(),
    };
    this.applications.set(key.toLowerCase(), mapped);
    return mapped;
  }

  private addFacts(mapped: MappedApplication, entry: CatalogEntry): void {
    const { tier, lifecycle, owner } = entry;
    const state =
      lifecycle === undefined ? null : (LIFECYCLES.get(lifecycle.toLowerCase().replace(/[^a-z]/g, '')) ?? lifecycleOf(lifecycle));
    if (state !== null) mapped.lifecycles.add(state);
    else if (lifecycle !== undefined)
      this.report.notMapped(entry.position, `the lifecycle of ${nameOf(entry)} is not a known state`, 'unknown lifecycles');
    const criticality = tier === undefined ? null : tierOf(tier);
    if (criticality !== null) mapped.tiers.add(criticality);
    else if (tier !== undefined)
      this.report.notMapped(entry.position, `the tier of ${nameOf(entry)} is none that is known here`, 'unknown tiers');
    const team = clean(owner);
    if (team !== undefined) mapped.owners.add(team);
  }

  /** The system that it names, described or not; otherwise an application of its own name. */
  private homeOf(entry: CatalogEntry): MappedApplication {
    const { application } = entry;
    if (application === undefined) return this.applicationOf(entry);
    const described = this.find(entry, application);
    const text = withoutPassword(application.text);
    if (described !== undefined && described.type !== 'application')
      this.report.decided(
        application.position,
        `${nameOf(entry)} is part of ${nameOf(described)}, which is a component, so it is in that application`,
      );
    const home =
      described === undefined
        ? this.application(
            `${entry.tool} system ${application.text}`,
            text.split(':').at(-1) ?? text,
            clean(text.split(':').at(-1)) ?? 'unnamed',
          )
        : described.type === 'application'
          ? this.applicationOf(described)
          : this.application(`${entry.tool} ${described.keys[0]}`, described.name, clean(described.title) ?? nameOf(described));
    this.addFacts(home, entry);
    return home;
  }

  private addComponent(entry: CatalogEntry, type: Exclude<CatalogEntry['type'], 'application'>): void {
    const application = this.homeOf(entry);
    const wanted = clean(entry.name) ?? 'unnamed';
    const technicalName = this.names.component.take(wanted, [`${wanted}-${type.kind}`]);
    this.keys.note('component', `${entry.tool} ${entry.keys[0]}`, technicalName);
    if (technicalName !== slugOf(wanted))
      this.report.decided(
        entry.position,
        `${wanted} is called ${technicalName}, because its name is taken`,
        'components that were renamed',
      );
    const component = defined({
      technicalName,
      name: clean(entry.title) ?? wanted,
      description: importedText(entry.description === undefined ? undefined : withoutPassword(entry.description), 4_000),
      kind: knownKind(type.kind),
      runtime: type.runtime,
      ...this.helpOf(entry),
    });
    application.application.components.push(component);
    this.components.set(entry, { entry, component, application });
  }

  private helpOf(entry: CatalogEntry): Pick<ManifestComponent, 'contact' | 'references'> {
    const { links = [], contact } = entry;
    return defined({
      contact: contact === undefined ? undefined : withoutPassword(contact),
      references: referencesFrom(links, nameOf(entry), this.report),
    });
  }

  private depend(source: CatalogEntry, component: ManifestComponent, reference: CatalogReference): void {
    const target = this.find(source, reference);
    const mapped = target === undefined ? undefined : this.components.get(target);
    const said = `${nameOf(source)} depends on ${clean(reference.text) ?? 'something'}`;
    if (mapped === undefined || target === source) {
      const why =
        target === source
          ? 'which is itself'
          : target === undefined
            ? 'which is not in these files: name its file too'
            : 'which is an application: name the component';
      this.report.notMapped(reference.position, `${said}, ${why}`, 'dependencies on what is not in these files');
      return;
    }
    const isBuildTime = typeof target?.type === 'object' && target.type.isBuildTime === true;
    const dependencyType = reference.isPubSub === true ? ('PubSub' as const) : dependencyTypeFor(mapped.component.kind);
    const dependency = defined({
      source: component.technicalName,
      target: mapped.component.technicalName,
      dependencyType,
      mode: reference.isPubSub === true ? ('Async' as const) : ('Hard' as const),
      propagates: isBuildTime ? false : undefined,
    });
    checkDependencies(this.dependencies.size);
    const key = dependencyName(dependency.source, dependency.target, dependencyType);
    if (this.dependencies.get(key)?.mode !== 'Hard') this.dependencies.set(key, dependency);
  }

  private reportOthers(entry: CatalogEntry): void {
    for (const { reference, why } of entry.others)
      this.report.notMapped(
        reference.position,
        `${nameOf(entry)} is related to ${clean(reference.text) ?? 'something'}: ${why}`,
        'other relations',
      );
    if (entry.type === 'application')
      for (const reference of entry.dependsOn)
        this.report.notMapped(
          reference.position,
          `${nameOf(entry)} depends on ${clean(reference.text) ?? 'something'}, and only components do: state it for those that need it`,
        );
  }

  private finished({ application, lifecycles, tiers, owners }: MappedApplication): ManifestApplication {
    const { technicalName, name, description, contact, references, components } = application;
    const [ownerTeam, ...others] = [...owners];
    if (others.length > 0)
      this.report.decided(
        undefined,
        `${name} has parts of ${others.length + 1} teams, so its owner was left open`,
        'applications of several teams',
      );
    const criticalityTier = CRITICALITY_TIERS.findLast((tier) => tiers.has(tier));
    if (tiers.size > 1)
      this.report.decided(
        undefined,
        `${name} has parts of ${tiers.size} tiers, so it has the most critical of them`,
        'applications of several tiers',
      );
    return defined({
      technicalName,
      name,
      description,
      lifecycleState: mostAlive(lifecycles),
      criticalityTier,
      ownerTeam: others.length > 0 ? undefined : ownerTeam,
      contact,
      references,
      components,
    });
  }
}

function nameOf(entry: CatalogEntry): string {
  return clean(entry.name) ?? 'unnamed';
}

const TIERS: readonly [CriticalityTier, RegExp][] = [
  ['MissionCritical', /^(?:tier[\s_-]*)?[01]$|mission|^critical$|^highest$/i],
  ['BusinessCritical', /^(?:tier[\s_-]*)?2$|business[\s_-]*critical|^high$/i],
  ['BusinessOperational', /^(?:tier[\s_-]*)?3$|operational|^(?:medium|normal)$/i],
  ['Administrative', /^(?:tier[\s_-]*)?[4-9]$|administrative|^low(?:est)?$/i],
];

/** Catalogs count from 1, the most critical. */
export function tierOf(text: string): CriticalityTier | null {
  return TIERS.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? null;
}
