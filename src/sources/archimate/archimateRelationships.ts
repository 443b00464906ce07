/** Maps the relationships of an ArchiMate model: what is part of what, what stands for what, and what depends on what. */
import type { ManifestComponent, ManifestDependency, ManifestSegment } from '@/contract/manifest/schema';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { NamePool, slugOf } from '@/sources/proposal/namePool';
import { unreadableAt } from '@/sources/proposal/unreadableSource';
import type { ArchimateElement, ArchimateLandscape, ArchimateOptions } from './archimateLandscape';
import { saidType } from './archimateTypes';
import type { ExchangeRelationship } from './exchangeFile';

interface Relationship extends ExchangeRelationship {
  from: ArchimateElement;
  to: ArchimateElement;
}

const MAXIMUM_DEPTH = 64;
const NESTS: ReadonlySet<string> = new Set(['Composition', 'Aggregation']);
const NESTED_ROLES: ReadonlySet<string> = new Set(['application', 'technology', 'capability']);
const SUPPORTS: ReadonlySet<string> = new Set(['Serving', 'Realization', 'Assignment']);

export class RelationshipMapper {
  private readonly relationships: Relationship[] = [];
  private readonly used = new Set<ExchangeRelationship>();
  /** By service or interface: what realises it. */
  private readonly realisers = new Map<ArchimateElement, ArchimateElement[]>();
  private readonly dependencies = new Map<string, ManifestDependency>();

  constructor(
    private readonly elements: ReadonlyMap<string, ArchimateElement>,
    relationships: readonly ExchangeRelationship[],
    private readonly options: ArchimateOptions,
    private readonly report: ImportReport,
  ) {
    for (const relationship of relationships) {
      const [from, to] = [elements.get(relationship.source), elements.get(relationship.target)];
      if (from !== undefined && to !== undefined) this.relationships.push({ ...relationship, from, to });
      else this.leave(relationship, 'a relationship with something that is not in the model', 'relationships with something unknown');
    }
  }

  private leave({ position }: ExchangeRelationship, message: string, sort: string): void {
    this.report.notMapped(position, message, sort);
  }

  /** Sets the parents of elements, before they are mapped. Nothing is part of itself, or of two things. */
  nest(): void {
    for (const relationship of this.relationships) {
      const { type, from, to } = relationship;
      if (!NESTS.has(type) || from.role !== to.role || !NESTED_ROLES.has(from.role)) continue;
      if (to.parent !== null || around(from).includes(to)) continue;
      to.parent = from;
      this.used.add(relationship);
    }
    for (const element of this.elements.values()) around(element);
    for (const relationship of this.relationships) this.fold(relationship);
  }

  private fold(relationship: Relationship): void {
    const { type, from, to } = relationship;
    const stands = type === 'Realization' || type === 'Assignment' || NESTS.has(type);
    if (!stands || to.role !== 'service' || (from.role !== 'application' && from.role !== 'technology')) return;
    this.used.add(relationship);
    const known = this.realisers.get(to);
    if (known === undefined) this.realisers.set(to, [from]);
    else if (!known.includes(from)) known.push(from);
  }

  /** The dependencies; links of everything else are added to `landscape`. */
  map(landscape: ArchimateLandscape): ManifestDependency[] {
    for (const element of this.elements.values()) if (element.role === 'service') this.reportService(element);
    for (const relationship of this.relationships)
      if (!this.used.has(relationship) && !this.link(relationship, landscape)) this.reportLeft(relationship);
    return [...this.dependencies.values()];
  }

  /** Actors and roles that a service serves, if they are wanted. Reports all others. */
  segments(): ManifestSegment[] {
    const names = new NamePool();
    const served = new Set(
      this.relationships.filter(({ type, from }) => type === 'Serving' && /Service$/.test(from.type)).map(({ to }) => to),
    );
    return [...this.elements.values()].flatMap((element) => {
      if (element.role !== 'people') return [];
      const { name, position, type } = element;
      if (!this.options.hasSegments || !served.has(element)) {
        this.report.notMapped(
          position,
          `${name} is a ${saidType(type)}${served.has(element) ? ': with --segments, it becomes a segment' : ', which has no equivalent here'}`,
          `elements of the type ${saidType(type)}`,
        );
        return [];
      }
      this.report.decided(position, `${name} became a segment of Customers without a number of people: state both`, 'segments');
      return [{ technicalName: names.take(slugOf(name).toLowerCase()), name, audienceType: 'Customers' as const }];
    });
  }

  private reportService(element: ArchimateElement): void {
    const { name, position, type } = element;
    const realisers = this.realisers.get(element) ?? [];
    this.report.notMapped(
      position,
      realisers.length === 0
        ? `nothing realises the ${saidType(type)} ${name}`
        : `the ${saidType(type)} ${name} is folded into ${realisers.map((one) => one.name).join(', ')}`,
      'services and interfaces',
    );
  }

  private reportLeft(relationship: Relationship): void {
    const { type, from, to } = relationship;
    const said = saidType(type);
    this.leave(
      relationship,
      `${said} from ${from.name} (${saidType(from.type)}) to ${to.name} (${saidType(to.type)}) has no equivalent here`,
      `relationships of the type ${said}`,
    );
  }

  /** What an element is, or stands for. */
  private behind(element: ArchimateElement): readonly ArchimateElement[] {
    return element.role === 'service' ? (this.realisers.get(element) ?? []) : [element];
  }

  private componentsOf(element: ArchimateElement, { components }: ArchimateLandscape): ManifestComponent[] {
    return this.behind(element).flatMap((one) => components.get(one) ?? []);
  }

  /** False if the relationship has no equivalent. */
  private link(relationship: Relationship, landscape: ArchimateLandscape): boolean {
    const { type, from, to } = relationship;
    if (SUPPORTS.has(type) && this.support(relationship, landscape)) return true;
    if (type === 'Access') return this.access(from, to, landscape);
    if (from.role === 'place' && (type === 'Assignment' || NESTS.has(type))) return this.place(from, to, landscape);
    if (type === 'Serving') return this.depends(relationship, to, from, landscape);
    // A node that realises an application component, or is assigned to it, runs it.
    if ((type === 'Realization' || type === 'Assignment') && from.role === 'technology' && to.role === 'application')
      return this.depends(relationship, to, from, landscape);
    if ((type === 'Flow' || type === 'Triggering') && from.role === 'application' && to.role === 'application')
      return this.flow(relationship, landscape);
    return false;
  }

  /** What a component does for a process or a capability, and a process for a capability. */
  private support({ from, to }: Relationship, landscape: ArchimateLandscape): boolean {
    const [capability, process] = [landscape.capabilities.get(to), landscape.processes.get(to)];
    const own = landscape.processes.get(from);
    if (own !== undefined && capability !== undefined) {
      own.capabilities = [...new Set([...(own.capabilities ?? []), capability.technicalName])];
      return true;
    }
    const applications = this.behind(from).flatMap((one) =>
      one.role === 'application' ? (landscape.applications.get(outermost(one)) ?? []) : [],
    );
    if (applications.length === 0 || (capability === undefined && process === undefined)) return false;
    for (const application of applications) {
      if (capability !== undefined)
        application.capabilities = [...new Set([...(application.capabilities ?? []), capability.technicalName])];
      if (process !== undefined) application.processes = [...new Set([...(application.processes ?? []), process.technicalName])];
    }
    return true;
  }

  private access(from: ArchimateElement, to: ArchimateElement, landscape: ArchimateLandscape): boolean {
    const dataset = landscape.datasets.get(to);
    const components = this.componentsOf(from, landscape);
    if (dataset === undefined || components.length === 0) return false;
    for (const component of components) component.datasets = [...new Set([...(component.datasets ?? []), dataset.technicalName])];
    return true;
  }

  private place(from: ArchimateElement, to: ArchimateElement, landscape: ArchimateLandscape): boolean {
    const area = landscape.areas.get(from);
    const component = landscape.components.get(to);
    if (area === undefined || component === undefined) return false;
    component.hostingZones = [...new Set([...(component.hostingZones ?? []), area.technicalName])];
    return true;
  }

  private depends(relationship: Relationship, who: ArchimateElement, onWhat: ArchimateElement, landscape: ArchimateLandscape): boolean {
    const sources = this.componentsOf(who, landscape);
    if (sources.length === 0) return false;
    const technologies = this.behind(onWhat).flatMap((one) => landscape.technologies.get(one) ?? []);
    for (const source of technologies.length > 0 ? sources : [])
      source.technologies = [...new Set([...(source.technologies ?? []), ...technologies.map(({ technicalName }) => technicalName)])];
    if (technologies.length > 0) return true;
    const targets = this.componentsOf(onWhat, landscape);
    const pairs = sources
      .flatMap((source) => targets.map((target) => [source, target] as const))
      .filter(([source, target]) => source !== target);
    if (targets.length > 1)
      this.report.decided(
        relationship.position,
        `${onWhat.name} is realised by ${targets.map(({ name }) => name).join(', ')}, so what it serves depends on each of them`,
        'services with several realisers',
      );
    for (const [source, target] of pairs) this.add(source, target, { dependencyType: dependencyTypeFor(target.kind), mode: 'Hard' });
    return pairs.length > 0;
  }

  private flow(relationship: Relationship, landscape: ArchimateLandscape): boolean {
    const { type, from, to, position } = relationship;
    const [source, target] = [landscape.components.get(to), landscape.components.get(from)];
    if (source === undefined || target === undefined || source === target) return false;
    this.report.decided(
      position,
      `${saidType(type)} from ${from.name} to ${to.name}: so ${to.name} consumes what ${from.name} sends, asynchronously`,
      'flows between components',
    );
    this.add(source, target, { dependencyType: 'Consumes', mode: 'Async' });
    return true;
  }

  private add(source: ManifestComponent, target: ManifestComponent, fields: Pick<ManifestDependency, 'dependencyType' | 'mode'>): void {
    checkDependencies(this.dependencies.size);
    const key = `${source.technicalName} ${target.technicalName} ${fields.dependencyType}`;
    if (!this.dependencies.has(key)) this.dependencies.set(key, { source: source.technicalName, target: target.technicalName, ...fields });
  }
}

/** The element and what is around it. Throws UnreadableSource if that is too much. */
function around(element: ArchimateElement): ArchimateElement[] {
  const found: ArchimateElement[] = [];
  for (let at: ArchimateElement | null = element; at !== null; at = at.parent) {
    found.push(at);
    if (found.length > MAXIMUM_DEPTH) throw unreadableAt({ ...element.position, message: 'is inside too many others' });
  }
  return found;
}

function outermost(element: ArchimateElement): ArchimateElement {
  return around(element).at(-1)!;
}
