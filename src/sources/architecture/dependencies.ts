/** Makes dependencies of the relations of a model: those of nested elements are lifted to what contains them, and those that others imply are left out. */
import type { ManifestDependency } from '@/contract/manifest/schema';
import type { ComponentKind } from '@/domain/vocabulary';
import { append } from '@/plain/grouped';
import { defined } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { ImportReport } from '@/sources/proposal/importReport';
import { countOf } from '@/plain/counts';
import { nearest, type ArchitectureElement, type ArchitectureRelation } from './architecture';
import { dependencyTypeOf, protocolIn, runsAgainstArrow, type ProtocolFacts } from './relationWords';

export interface MappedElement {
  element: ArchitectureElement;
  technicalName: string;
  kind: ComponentKind;
}

/** What an end of a relation is in the landscape: one component, the components inside it, or a reason why it is nothing. */
type End = { component: MappedElement } | { inside: readonly MappedElement[] } | { missing: string; sort: string };

interface Edge {
  source: MappedElement;
  target: MappedElement;
  texts: string[];
  protocols: ProtocolFacts[];
  isAsync: boolean;
}

const NO_END: Readonly<Partial<Record<ArchitectureElement['level'], { missing: string; sort: string }>>> = {
  person: { missing: 'a person, and a landscape has no dependencies of people', sort: 'relations with people' },
  custom: { missing: 'a custom element, which has no equivalent here', sort: 'relations with custom elements' },
};

export class DependencyMapper {
  private readonly edges = new Map<string, Edge>();
  private readonly targets = new Map<MappedElement, Set<MappedElement>>();
  /** By an element that holds components: those. */
  private readonly inside = new Map<ArchitectureElement, MappedElement[]>();
  /** By an end of a relation: everything that something in it depends on, and what contains that. */
  private readonly reached = new Map<ArchitectureElement, ReadonlySet<ArchitectureElement>>();

  constructor(
    private readonly components: ReadonlyMap<ArchitectureElement, MappedElement>,
    private readonly report: ImportReport,
  ) {
    for (const mapped of components.values())
      for (let at = mapped.element.parent; at !== null; at = at.parent) append(this.inside, at, mapped);
  }

  /** Relations with data are left to the caller: they have no component at one end. */
  map(relations: readonly ArchitectureRelation[]): ManifestDependency[] {
    const vague = relations.filter((relation) => !this.isExact(relation));
    // What is implied depends on what is exact, and not on the order of what is not.
    const left = vague.filter((relation) => !this.isImplied(relation));
    for (const relation of left) this.addVague(relation);
    return [...this.edges.values()].map(dependencyOf);
  }

  /** The component that an element is or is part of. */
  componentOf(element: ArchitectureElement): MappedElement | undefined {
    const found = nearest(element, (at) => this.components.has(at));
    return found === undefined ? undefined : this.components.get(found);
  }

  /** That component, or those inside the element. */
  componentsIn(element: ArchitectureElement): readonly MappedElement[] {
    const end = this.endOf(element);
    return 'component' in end ? [end.component] : 'inside' in end ? end.inside : [];
  }

  private endOf(element: ArchitectureElement): End {
    const nothing = NO_END[element.level];
    if (nothing !== undefined) return nothing;
    const component = this.componentOf(element);
    return component === undefined ? { inside: this.inside.get(element) ?? [] } : { component };
  }

  /** False for a relation whose ends are not yet known, which may be implied by others. Adds or reports the others. */
  private isExact(relation: ArchitectureRelation): boolean {
    const [source, target] = [this.endOf(relation.source), this.endOf(relation.target)];
    for (const [end, element] of [
      [source, relation.source],
      [target, relation.target],
    ] as const)
      if ('missing' in end) {
        this.report.notMapped(relation.position, `${said(relation)}: ${element.name} is ${end.missing}`, end.sort);
        return true;
      }
    if (!('component' in source) || !('component' in target)) return false;
    this.add(source.component, target.component, relation);
    return true;
  }

  private add(source: MappedElement, target: MappedElement, relation: ArchitectureRelation): void {
    if (source === target) {
      this.report.notMapped(relation.position, `${said(relation)}: both belong to ${source.element.name}`, 'relations within a component');
      return;
    }
    const isAgainst = runsAgainstArrow(relation.text, target.kind);
    const [from, to] = isAgainst ? [target, source] : [source, target];
    if (isAgainst)
      this.report.decided(
        relation.position,
        `${said(relation)}: so ${from.element.name} depends on ${to.element.name}, against the arrow`,
        'relations that were reversed',
      );
    const key = `${from.technicalName} ${to.technicalName}`;
    checkDependencies(this.edges.size);
    const edge = this.edges.get(key) ?? { source: from, target: to, texts: [], protocols: [], isAsync: true };
    edge.isAsync &&= relation.isAsync;
    // What is said of the direction says nothing about the use.
    edge.texts.push(isAgainst ? '' : relation.text);
    edge.protocols.push(protocolIn(relation.technology));
    this.edges.set(key, edge);
    this.targets.set(from, (this.targets.get(from) ?? new Set()).add(to));
  }

  /** Whether relations of what is inside its ends say it, or one end is inside the other. Reports it then. */
  private isImplied(relation: ArchitectureRelation): boolean {
    const { source, target, text, position } = relation;
    const holdsOther = nearest(source, (at) => at === target) ?? nearest(target, (at) => at === source);
    if (holdsOther !== undefined) {
      this.report.notMapped(position, `${said(relation)}: one is inside the other`, 'relations within a system');
      return true;
    }
    const isAgainst = runsAgainstArrow(text, this.componentOf(target)?.kind ?? 'Other');
    const isSaid = isAgainst ? this.reachedFrom(target).has(source) : this.reachedFrom(source).has(target);
    if (isSaid)
      this.report.notMapped(position, `${said(relation)}: relations of what is inside say it more exactly`, 'relations that others imply');
    return isSaid;
  }

  /** One end holds several components, and the relation does not say which of them it is about. */
  private addVague(relation: ArchitectureRelation): void {
    const { source, target } = relation;
    const [from, to] = [this.onlyOneOf(source), this.onlyOneOf(target)];
    if (from !== null && to !== null) {
      this.report.decided(
        relation.position,
        `${said(relation)}: taken as one of ${from.element.name} with ${to.element.name}, the only component inside`,
        'relations of systems with one component',
      );
      this.add(from, to, relation);
      return;
    }
    const unclear = from === null ? source : target;
    const count = this.inside.get(unclear)?.length ?? 0;
    this.report.notMapped(
      relation.position,
      `${said(relation)}: ${unclear.name} ${count === 0 ? 'holds no component' : `has ${countOf(count, 'component')}: state which of them it is`}`,
      'relations of systems that do not say which component they are about',
    );
  }

  private onlyOneOf(element: ArchitectureElement): MappedElement | null {
    const end = this.endOf(element);
    if ('component' in end) return end.component;
    return 'inside' in end && end.inside.length === 1 ? (end.inside[0] ?? null) : null;
  }

  private reachedFrom(element: ArchitectureElement): ReadonlySet<ArchitectureElement> {
    const known = this.reached.get(element);
    if (known !== undefined) return known;
    const reached = new Set<ArchitectureElement>();
    for (const source of this.componentsIn(element))
      for (const target of this.targets.get(source) ?? [])
        for (let at: ArchitectureElement | null = target.element; at !== null && !reached.has(at); at = at.parent) reached.add(at);
    this.reached.set(element, reached);
    return reached;
  }
}

function dependencyOf({ source, target, texts, protocols, isAsync }: Edge): ManifestDependency {
  const protocol = [...new Set(protocols.map((facts) => facts.protocol).filter((text) => text !== undefined))].join(', ');
  const encryption = protocols.map((facts) => facts.transportEncryption);
  return defined({
    source: source.technicalName,
    target: target.technicalName,
    dependencyType: dependencyTypeOf(target.kind, texts),
    mode: isAsync ? ('Async' as const) : ('Hard' as const),
    protocol: protocol === '' ? undefined : protocol.slice(0, 200),
    // Of several relations, one without encryption is enough to say that the dependency has none.
    transportEncryption: encryption.includes(undefined) ? undefined : [...new Set(encryption)].join(', '),
    endpointAuthMethod: protocols.every((facts) => facts.endpointAuthMethod !== undefined) ? protocols[0]?.endpointAuthMethod : undefined,
  });
}

/** The relation in words: `Shop -> Bank`. What is written on the arrow is left out, since it may be anything. */
function said({ source, target }: ArchitectureRelation): string {
  return `${source.name} -> ${target.name}`;
}
