/**
 * Writes a manifest as entities of a Backstage catalog: capabilities as domains, applications as systems, components as components and
 * resources, owner teams as groups. Imported again, it is the same landscape as far as a catalog can hold it.
 */
import { stringify } from 'yaml';
import type { Manifest, ManifestApplication, ManifestCapability, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { MOST_REFERENCES } from '@/contract/values/references';
import type { Reference } from '@/domain/references';
import type { ComponentKind, LifecycleState } from '@/domain/vocabulary';
import { defined } from '@/sources/proposal/importedText';
import { lossOf } from './backstageLoss';
import { ANNOTATIONS } from './ownAnnotations';

/** What `spec.type` says. The importer reads each as the kind that it stands for. */
export const CATALOG_TYPES: Readonly<Record<ComponentKind, string>> = {
  WebAPI: 'service',
  WebApp: 'website',
  MobileApp: 'mobile-app',
  DesktopApp: 'desktop-app',
  Worker: 'worker',
  ScheduledJob: 'cronjob',
  Integration: 'integration',
  Identity: 'identity',
  Database: 'database',
  Queue: 'queue',
  Cache: 'cache',
  EventBus: 'event-bus',
  Storage: 'storage',
  Infrastructure: 'infrastructure',
  Other: 'other',
};
const RESOURCES: ReadonlySet<ComponentKind> = new Set(['Database', 'Queue', 'Cache', 'EventBus', 'Storage', 'Infrastructure']);
const LIFECYCLES: Readonly<Record<LifecycleState, string>> = {
  Planning: 'planned',
  Development: 'experimental',
  Pilot: 'pilot',
  Production: 'production',
  Sunset: 'deprecated',
  Retired: 'retired',
};
/** A catalog wants an owner for everything. The importer takes this one for nobody. */
const NOBODY = 'unknown';
const LONGEST_NAME = 63;

export interface CatalogEntityOut {
  apiVersion: 'backstage.io/v1alpha1';
  kind: 'Domain' | 'System' | 'Component' | 'Resource' | 'Group';
  metadata: Record<string, unknown> & { name: string };
  spec: Record<string, unknown>;
}

export interface ExportedCatalog {
  /** Groups, domains, systems, then components and resources, each in the order of the manifest. */
  entities: CatalogEntityOut[];
  /** What a catalog has no place for: `2 segments`, `criticalityTier of 3 applications`. */
  left: string[];
}

export function toCatalog(manifest: Manifest): ExportedCatalog {
  return { entities: new CatalogWriter(manifest).write(), left: lossOf(manifest, (kind) => RESOURCES.has(kind)) };
}

/** The entities as documents of one file. */
export function catalogYaml(entities: readonly CatalogEntityOut[]): string {
  return entities.map((entity) => stringify(entity, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
}

class CatalogWriter {
  private readonly groups = new CatalogNames();
  private readonly domains = new CatalogNames();
  private readonly systems = new CatalogNames();
  private readonly parts = new CatalogNames();
  private readonly kinds = new Map<string, ComponentKind>();

  constructor(private readonly manifest: Manifest) {}

  write(): CatalogEntityOut[] {
    const { capabilities, applications, dependencies } = this.manifest;
    const components = (applications ?? []).flatMap((application) => (application.components ?? []).map((part) => ({ part, application })));
    for (const { part } of components) this.kinds.set(part.technicalName, part.kind ?? 'Other');
    const targets = new Map<string, Set<string>>();
    for (const { source, target } of dependencies ?? [])
      if (this.kinds.has(source) && this.kinds.has(target)) targets.set(source, (targets.get(source) ?? new Set()).add(this.refOf(target)));
    const entities = [
      ...(capabilities ?? []).map((capability) => this.domain(capability)),
      ...(applications ?? []).map((application) => this.system(application)),
      ...components.map(({ part, application }) => this.component(part, application, [...(targets.get(part.technicalName) ?? [])])),
    ];
    const teams = [...this.groups.all()].map(([team, name]) =>
      entity('Group', { name, title: team }, { type: 'team', profile: { displayName: team }, children: [] }),
    );
    return [...teams, ...entities];
  }

  private domain(capability: ManifestCapability): CatalogEntityOut {
    const { technicalName, parent, ownerTeam } = capability;
    const above = parent == null ? undefined : this.domains.of(parent);
    return entity('Domain', metadataOf(capability, this.domains.of(technicalName), ANNOTATIONS.capability), {
      owner: this.ownerOf(ownerTeam),
      ...defined({ subdomainOf: above }),
    });
  }

  private system(application: ManifestApplication): CatalogEntityOut {
    const { technicalName, ownerTeam, capabilities } = application;
    const [domain] = capabilities ?? [];
    return entity('System', metadataOf(application, this.systems.of(technicalName), ANNOTATIONS.application), {
      owner: this.ownerOf(ownerTeam),
      ...(domain === undefined ? {} : { domain: this.domains.of(domain) }),
    });
  }

  private component(part: ManifestComponent, application: ManifestApplication, dependsOn: readonly string[]): CatalogEntityOut {
    const kind = part.kind ?? 'Other';
    const isResource = RESOURCES.has(kind);
    return entity(isResource ? 'Resource' : 'Component', metadataOf(part, this.parts.of(part.technicalName), ANNOTATIONS.component), {
      type: CATALOG_TYPES[kind],
      ...(isResource ? {} : { lifecycle: LIFECYCLES[application.lifecycleState ?? 'Production'] }),
      owner: this.ownerOf(application.ownerTeam),
      system: this.systems.of(application.technicalName),
      ...(dependsOn.length === 0 ? {} : { dependsOn }),
    });
  }

  private ownerOf(team: ManifestApplication['ownerTeam']): string {
    return team == null ? NOBODY : `group:${this.groups.of(team)}`;
  }

  private refOf(technicalName: ManifestDependency['target']): string {
    const isResource = RESOURCES.has(this.kinds.get(technicalName) ?? 'Other');
    return `${isResource ? 'resource' : 'component'}:${this.parts.of(technicalName)}`;
  }
}

function entity(kind: CatalogEntityOut['kind'], metadata: CatalogEntityOut['metadata'], spec: Record<string, unknown>): CatalogEntityOut {
  return { apiVersion: 'backstage.io/v1alpha1', kind, metadata, spec };
}

interface Described {
  technicalName: string;
  name?: string | undefined;
  description?: string | null | undefined;
  contact?: string | null | undefined;
  references?: readonly Reference[] | null | undefined;
}

/** A technicalName that a catalog does not take stands in an annotation. */
function metadataOf(thing: Described, name: string, nameAnnotation: string): CatalogEntityOut['metadata'] {
  const { technicalName, description, contact, references } = thing;
  const annotations = {
    ...(name === technicalName ? {} : { [nameAnnotation]: technicalName }),
    ...(contact == null ? {} : { [ANNOTATIONS.contact]: contact }),
  };
  const links = (references ?? [])
    .slice(0, MOST_REFERENCES)
    .map(({ kind, label, url }) => ({ url, title: label, type: kind.toLowerCase() }));
  return {
    name,
    ...(thing.name === undefined ? {} : { title: thing.name }),
    ...(description == null || description === '' ? {} : { description }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(links.length === 0 ? {} : { links }),
  };
}

/** Names that a catalog takes: up to 63 letters, digits and single separators, each once whatever its case. */
class CatalogNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  of(text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    const plain = text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/[._-]{2,}/g, '-')
      .replace(/^[._-]+/, '')
      .slice(0, LONGEST_NAME - 7);
    const stem = plain.replace(/[._-]+$/, '') || 'unnamed';
    let name = isCatalogName(text) ? text : stem;
    for (let number = 2; this.taken.has(name.toLowerCase()); number += 1) name = `${stem}-${number}`;
    this.taken.add(name.toLowerCase());
    this.names.set(text, name);
    return name;
  }

  all(): ReadonlyMap<string, string> {
    return this.names;
  }
}

function isCatalogName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/.test(text);
}
