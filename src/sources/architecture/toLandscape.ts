/**
 * Turns a model of an architecture into a manifest. Systems become applications, containers components, what is inside a container is folded
 * into it, relations become dependencies, and the deployment hosting areas.
 */
import type { Manifest, ManifestApplication, ManifestComponent, ManifestDataset, ManifestTechnology } from '@/contract/manifest/schema';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import { defined, importedName, importedText } from '@/sources/proposal/importedText';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import { contactFrom, referencesFrom } from '@/sources/proposal/foundLinks';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { SourceKeys } from '@/sources/proposal/sourceKeys';
import { withoutPassword } from '@/sources/withoutPassword';
import { nearest, type Architecture, type ArchitectureElement, type ArchitectureRelation, type DeploymentNode } from './architecture';
import { DependencyMapper, type MappedElement } from './dependencies';
import { isExternalWord, kindByName, ownRuntime, productsIn, statedKind } from './elementKinds';
import { environmentOf, HostingMapper, type Hosting } from './hosting';

export interface LandscapeOptions {
  /** The name of the manifest. */
  name: string;
  /** The environment whose deployment is mapped; default: the last. */
  environment?: string | undefined;
}

interface MappedComponent extends MappedElement {
  component: ManifestComponent;
}

/** Adds to `report` what was guessed, renamed or could not be mapped. Throws UnreadableSource if there is no such environment. */
export function toLandscape(architecture: Architecture, options: LandscapeOptions, report: ImportReport): ImportedManifest {
  new ReadingBudget().take(architecture.elements.length + architecture.relations.length);
  for (const element of architecture.elements) element.name = nameFrom(element.name);
  for (const environment of architecture.environments) cleanNames([environment]);
  return new LandscapeMapper(architecture, report).manifest(options);
}

class LandscapeMapper {
  private readonly systems = new Map<ArchitectureElement, ManifestApplication & { components: ManifestComponent[] }>();
  private readonly components = new Map<ArchitectureElement, MappedComponent>();
  private readonly datasets = new Map<ArchitectureElement, ManifestDataset>();
  private readonly technologies = new Map<string, ManifestTechnology>();
  private readonly names = { application: new NamePool(), component: new NamePool(), dataset: new NamePool() };
  private readonly notes = new Map<object, string>();
  private readonly keys = new SourceKeys();

  constructor(
    private readonly architecture: Architecture,
    private readonly report: ImportReport,
  ) {}

  manifest({ name, environment }: LandscapeOptions): ImportedManifest {
    const { elements, relations, environments } = this.architecture;
    for (const element of elements) if (element.level === 'system') this.addApplication(element);
    this.addComponents(elements);
    for (const element of elements) this.reportElement(element);
    const mapper = new DependencyMapper(this.components, this.report);
    const dependencies = mapper.map(relations.filter((relation) => !this.isAboutData(relation, mapper)));
    const hosting = this.hosting(environmentOf(environments, environment, this.report), mapper);
    for (const mapped of this.components.values()) this.place(mapped, hosting);
    const manifest: Manifest = {
      version: 1,
      name,
      hostingAreas: hosting.hostingAreas,
      technologies: [...this.technologies.values()].sort((one, other) => (one.technicalName < other.technicalName ? -1 : 1)),
      datasets: [...this.datasets.values()],
      applications: [...this.systems.values()],
      dependencies,
    };
    return { manifest, notes: this.notes, keys: this.keys };
  }

  private addApplication(element: ArchitectureElement): void {
    const technicalName = this.claim('application', element, slugOf(element.name).toLowerCase());
    this.systems.set(element, { ...defined({ technicalName, ...textsOf(element), ...this.helpOf(element) }), components: [] });
  }

  /** Containers, and systems that have none. A name that several components have gets that of the application in front. */
  private addComponents(elements: readonly ArchitectureElement[]): void {
    const systemOf = (element: ArchitectureElement) => nearest(element, ({ level }) => level === 'system');
    const withContainers = new Set(elements.filter(({ level }) => level === 'container').map(systemOf));
    const found = elements.filter(
      (element) =>
        (element.level === 'container' && systemOf(element) !== undefined) || (element.level === 'system' && !withContainers.has(element)),
    );
    const slugs = found.map(({ name }) => slugOf(name).toLowerCase());
    const counts = new Map<string, number>();
    for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1);
    for (const [place, element] of found.entries()) {
      const application = this.systems.get(systemOf(element)!)!;
      const slug = slugs[place]!;
      const isShared = (counts.get(slug) ?? 0) > 1 && element.level === 'container';
      const technicalName = this.claim('component', element, isShared ? `${application.technicalName}-${slug}` : slug);
      this.addComponent(element, technicalName, application.components);
    }
  }

  private addComponent(element: ArchitectureElement, technicalName: string, components: ManifestComponent[]): void {
    const stated = statedKind(element);
    const guessed = stated === null ? kindByName(element.name) : null;
    const kind = stated ?? guessed ?? 'Other';
    if (guessed !== null)
      this.report.decided(
        element.position,
        `nothing states the kind of ${element.name}; by its name it is a ${kind}`,
        'kinds guessed from names',
      );
    else if (stated === null)
      this.report.decided(element.position, `nothing says what ${element.name} is, so no kind is stated`, 'components of an unknown kind');
    const technologies = this.technologiesOf(element);
    const component = defined({
      technicalName,
      // The application already has its description and links.
      ...(element.level === 'system' ? { name: element.name } : { ...textsOf(element), ...this.helpOf(element) }),
      kind: stated ?? guessed ?? undefined,
      runtime: ownRuntime(element),
      isExternal:
        nearest(element, (at) => at.isExternal || [...at.tags, ...at.words].some(isExternalWord)) === undefined ? undefined : true,
      technologies: technologies.length === 0 ? undefined : technologies,
    });
    if (guessed !== null) this.notes.set(component, `kind guessed from the name`);
    components.push(component);
    this.components.set(element, { element, technicalName, kind, component });
  }

  private helpOf({ name, links, contact }: ArchitectureElement): Pick<ManifestComponent, 'contact' | 'references'> {
    const clean = contactFrom(contact === undefined ? undefined : withoutPassword(contact));
    return { contact: clean, references: referencesFrom(links ?? [], name, this.report) };
  }

  private technologiesOf({ technology = '', position }: ArchitectureElement): string[] {
    const products = productsIn(technology);
    if (technology !== '' && products.length === 0) this.report.ignored(position, 'technology of an element');
    for (const { technicalName, name } of products) this.technologies.set(technicalName, { technicalName, name });
    return products.map(({ technicalName }) => technicalName);
  }

  private claim(sort: 'application' | 'component' | 'dataset', element: ArchitectureElement, wanted: string): string {
    const name = this.names[sort].take(wanted);
    this.keys.note(sort, element.key, name);
    if (name !== slugOf(wanted))
      this.report.decided(
        element.position,
        `the ${sort} ${element.name} is called ${name}, because ${slugOf(wanted)} is taken`,
        `${sort}s with a number in their name`,
      );
    return name;
  }

  private reportElement(element: ArchitectureElement): void {
    const { level, name, position, tags } = element;
    for (const tag of tags) if (!isKnownTag(element, tag)) this.report.ignored(position, 'tags');
    for (const link of level === 'system' || this.components.has(element) ? [] : (element.links ?? []))
      this.report.ignored(link.position, 'links of what is not a component');
    if (level === 'person')
      this.report.notMapped(position, `${name} is a person: describe groups of people as segments, with their number`, 'people');
    else if (level === 'holder') this.report.notMapped(position, `${name} only groups what is in it, and is not an application`, 'groups');
    else if (level === 'custom')
      this.report.notMapped(position, `${name} is a custom element, which has no equivalent here`, 'custom elements');
    else if (level === 'data') this.addDataset(element);
    else if (!this.components.has(element) && level !== 'system') this.reportPart(element);
  }

  private reportPart(element: ArchitectureElement): void {
    const container = nearest(element, (at) => this.components.has(at));
    this.report.notMapped(
      element.position,
      container === undefined
        ? `${element.name} belongs to no system, so it has no application`
        : `${element.name} is a part of ${container.name}, and is folded into it`,
      'parts of components',
    );
  }

  private addDataset(element: ArchitectureElement): void {
    const technicalName = this.claim('dataset', element, slugOf(element.name).toLowerCase());
    if (element.classification === undefined)
      this.report.decided(
        element.position,
        `nothing says how sensitive ${element.name} is, so it is Internal`,
        'datasets without a classification',
      );
    this.datasets.set(element, {
      ...defined({ technicalName, ...textsOf(element) }),
      classification: element.classification ?? 'Internal',
    });
  }

  /** Links the dataset at one end to the component at the other. */
  private isAboutData(relation: ArchitectureRelation, mapper: DependencyMapper): boolean {
    const { source, target, position } = relation;
    const dataset = this.datasets.get(target) ?? this.datasets.get(source);
    if (dataset === undefined) return false;
    const other = mapper.componentOf(this.datasets.has(target) ? source : target);
    const mapped = other === undefined ? undefined : this.components.get(other.element);
    if (mapped === undefined)
      this.report.notMapped(position, `${source.name} -> ${target.name}: only components have datasets`, 'relations with data');
    else mapped.component.datasets = [...new Set([...(mapped.component.datasets ?? []), dataset.technicalName])];
    return true;
  }

  private hosting(environment: ReturnType<typeof environmentOf>, mapper: DependencyMapper): Hosting {
    return new HostingMapper((element) => mapper.componentsIn(element), this.report).map(environment);
  }

  private place(mapped: MappedComponent, { zones, runtimes }: Hosting): void {
    const own = zones.get(mapped);
    if (own !== undefined) mapped.component.hostingZones = [...own];
    const runtime = runtimes.get(mapped);
    if (runtime !== undefined) mapped.component.runtime ??= runtime;
  }
}

/** On one line and without a password, so that it can be in a message. */
function nameFrom(name: string): string {
  return importedName(withoutPassword(name)) ?? 'unnamed';
}

function cleanNames(nodes: readonly { name: string; nodes: readonly DeploymentNode[] }[]): void {
  for (const node of nodes) {
    node.name = nameFrom(node.name);
    cleanNames(node.nodes);
  }
}

/** What people read about an element. */
function textsOf({ name, description }: ArchitectureElement): { name?: string | undefined; description?: string | undefined } {
  return {
    name,
    description: importedText(description === undefined ? undefined : withoutPassword(description), 4_000),
  };
}

/** Whether the tag decided something. */
function isKnownTag(element: ArchitectureElement, tag: string): boolean {
  return isExternalWord(tag) || statedKind({ ...element, tags: [tag], words: [], technology: '' }) !== null || /^fail-?over$/i.test(tag);
}
