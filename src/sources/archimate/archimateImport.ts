/** Makes a manifest of an ArchiMate model: application components and technology become components, serving relationships dependencies against the arrow. */
import type { Manifest, ManifestComponent, ManifestDependency } from '@/contract/manifest/schema';
import { kindByName } from '@/sources/architecture/elementKinds';
import { helpIn, referencesFrom } from '@/sources/proposal/foundLinks';
import { defined, importedName, importedText } from '@/sources/proposal/importedText';
import { ReadingBudget } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import type { ImportedManifest } from '@/sources/proposal/importedManifest';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { SourceKeys, type KeyedKind } from '@/sources/proposal/sourceKeys';
import { knownKind } from '@/sources/proposal/knownKind';
import { withoutPassword } from '@/sources/withoutPassword';
import type { ComponentKind } from '@/domain/vocabulary';
import { ArchimateLandscape, type ArchimateElement, type ArchimateOptions } from './archimateLandscape';
import { RelationshipMapper } from './archimateRelationships';
import { roleOf, saidType } from './archimateTypes';
import type { ExchangeModel } from './exchangeFile';

const KEEPERS: ReadonlySet<ComponentKind> = new Set(['Database', 'Cache', 'Storage', 'Queue', 'EventBus', 'Identity']);

/** Adds to `report` what was guessed or could not be mapped. */
export function archimateManifest(
  { elements, relationships, skipped }: ExchangeModel,
  options: ArchimateOptions,
  report: ImportReport,
): ImportedManifest {
  new ReadingBudget().take(elements.length + relationships.length);
  for (const { part, position } of skipped) report.ignored(position, part);
  const byId = new Map<string, ArchimateElement>();
  for (const element of elements) {
    const name = importedName(withoutPassword(element.name)) ?? 'unnamed';
    if (byId.has(element.id)) report.notMapped(element.position, `${name} has the identifier of another element, so it was skipped`);
    else byId.set(element.id, { ...element, name, role: roleOf(element.type), parent: null });
  }
  const mapper = new RelationshipMapper(byId, relationships, options, report);
  mapper.nest();
  const keys = new SourceKeys();
  const landscape = new ElementMapper(options, report, keys).map([...byId.values()]);
  const dependencies: ManifestDependency[] = mapper.map(landscape);
  const segments = mapper.segments();
  const manifest: Manifest = {
    version: 1,
    name: options.name,
    hostingAreas: [...landscape.areas.values()],
    technologies: [...landscape.technologies.values()],
    datasets: [...landscape.datasets.values()],
    capabilities: [...landscape.capabilities.values()],
    processes: [...landscape.processes.values()],
    segments,
    // The order in which people read them.
    applications: [...landscape.applications.values()].map(({ components, ...application }) => ({ ...application, components })),
    dependencies,
  };
  return { manifest, notes: new Map(), keys };
}

class ElementMapper {
  private readonly landscape = new ArchimateLandscape();
  private readonly pools = new Map<string, NamePool>();

  constructor(
    private readonly options: ArchimateOptions,
    private readonly report: ImportReport,
    private readonly keys: SourceKeys,
  ) {}

  map(elements: readonly ArchimateElement[]): ArchimateLandscape {
    for (const element of elements) {
      this.reportProperties(element);
      this.add(element);
    }
    for (const element of elements) if (this.isComponent(element)) this.addComponent(element);
    for (const [element, capability] of this.landscape.capabilities)
      if (element.parent !== null) capability.parent = this.landscape.capabilities.get(element.parent)!.technicalName;
    return this.landscape;
  }

  private isComponent({ role }: ArchimateElement): boolean {
    return role === 'application' || (role === 'technology' && !this.options.isTechnology);
  }

  private add(element: ArchimateElement): void {
    const { role, parent, name, position, type } = element;
    const { landscape } = this;
    if (role === 'capability') landscape.capabilities.set(element, this.texts('capability', element));
    else if (role === 'process') landscape.processes.set(element, this.texts('process', element));
    else if (role === 'technology' && this.options.isTechnology) landscape.technologies.set(element, this.texts('technology', element));
    else if (this.isComponent(element)) {
      if (parent === null)
        landscape.applications.set(element, { ...this.texts('application', element), ...this.helpOf(element), components: [] });
    } else if (role === 'data') {
      this.report.decided(position, `nothing says how sensitive ${name} is, so it is Internal`, 'datasets without a classification');
      landscape.datasets.set(element, { ...this.texts('dataset', element), classification: 'Internal' });
    } else if (role === 'place') {
      const area = this.texts('hosting-area', element);
      landscape.areas.set(element, { ...area, zones: [{ technicalName: area.technicalName, name }] });
    } else if (role === 'nothing')
      this.report.notMapped(
        position,
        `${name} is a ${saidType(type)}, which has no equivalent here`,
        `elements of the type ${saidType(type)}`,
      );
  }

  private addComponent(element: ArchimateElement): void {
    let outermost = element;
    while (outermost.parent !== null) outermost = outermost.parent;
    const guessed = kindByName(element.name);
    const kind =
      element.role === 'technology' ? (guessed !== null && KEEPERS.has(guessed) ? guessed : 'Infrastructure') : (guessed ?? 'Other');
    if (element.role === 'application')
      this.report.decided(
        element.position,
        guessed === null ? `nothing says what ${element.name} is, so no kind is stated` : `by its name, ${element.name} is a ${kind}`,
        'kinds guessed from names',
      );
    const texts = this.texts('component', element);
    // An application already has the description of its first component.
    const component = defined({
      ...(outermost === element ? { technicalName: texts.technicalName, name: texts.name } : { ...texts, ...this.helpOf(element) }),
      kind: knownKind(kind),
    });
    this.landscape.applications.get(outermost)!.components.push(component);
    this.landscape.components.set(element, component);
  }

  /** Properties may be anything: those whose names say so are links and contacts. */
  private helpOf({ name, properties }: ArchimateElement): Pick<ManifestComponent, 'contact' | 'references'> {
    const { links, contact } = helpIn(properties);
    return defined({ contact, references: referencesFrom(links, name, this.report) });
  }

  private reportProperties(element: ArchimateElement): void {
    const { properties, position } = element;
    const { rest } = helpIn(properties);
    if ((this.isComponent(element) ? rest : properties).length > 0) this.report.ignored(position, 'properties');
  }

  private texts(
    sort: KeyedKind,
    { id, name, documentation, position }: ArchimateElement,
  ): { technicalName: string; name: string; description?: string } {
    const pool = this.pools.get(sort) ?? new NamePool();
    this.pools.set(sort, pool);
    const wanted = slugOf(name).toLowerCase();
    const technicalName = pool.take(wanted);
    this.keys.note(sort, id, technicalName);
    if (technicalName !== wanted)
      this.report.decided(position, `the ${sort} ${name} is called ${technicalName}, because ${wanted} is taken`, 'names that were taken');
    const description = importedText(documentation === undefined ? undefined : withoutPassword(documentation), 4_000);
    return defined({ technicalName, name, ...(description === undefined ? {} : { description }) });
  }
}
