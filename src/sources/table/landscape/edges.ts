/** The dependencies between components, each once, with the redundancy that their sources state. */
import type { ManifestDependency } from '@/contract/manifest/schema';
import type { ComponentKind, DependencyMode, DependencyType } from '@/domain/vocabulary';
import { dependencyTypeFor } from '@/sources/proposal/edges';
import { defined } from '@/sources/proposal/importedText';
import { checkDependencies } from '@/sources/proposal/importLimits';
import type { Item } from './items';

export interface EdgeFacts {
  dependencyType?: DependencyType | undefined;
  mode?: DependencyMode | undefined;
  protocol?: string | undefined;
  transportEncryption?: string | undefined;
  isGrouped?: boolean | undefined;
  /** An application takes in the component that it depends on. */
  gathers?: boolean | undefined;
}

interface Edge extends EdgeFacts {
  source: Item;
  target: Item;
  dependencyType: DependencyType;
  mode: DependencyMode;
}

export class Edges {
  private readonly edges = new Map<string, Edge>();
  private readonly numbers = new Map<Item, number>();

  /** False if the same is stated already: then the stronger mode counts, and what only one of them says is kept. */
  add(source: Item, target: Item, facts: EdgeFacts): boolean {
    const kind = (target.fields.kind as ComponentKind | undefined) ?? 'Other';
    const dependencyType = facts.dependencyType ?? dependencyTypeFor(kind);
    const edge: Edge = { ...facts, source, target, dependencyType, mode: facts.mode ?? 'Hard' };
    const key = `${this.numberOf(source)} ${this.numberOf(target)} ${dependencyType}`;
    const known = this.edges.get(key);
    const mode = known?.mode === 'Hard' ? 'Hard' : edge.mode;
    this.edges.set(key, known === undefined ? edge : { ...edge, ...defined(known), mode, isGrouped: known.isGrouped ?? edge.isGrouped });
    checkDependencies(this.edges.size);
    return known === undefined;
  }

  /** `redundancyOf` says what a source states; `nameOf` gives the technicalName. */
  toManifest(nameOf: (item: Item) => string, redundancyOf: (item: Item) => string | undefined): ManifestDependency[] {
    const members = new Map<Item, number>();
    for (const { source, isGrouped } of this.edges.values()) if (isGrouped === true) members.set(source, (members.get(source) ?? 0) + 1);
    return [...this.edges.values()].map(({ source, target, dependencyType, mode, protocol, transportEncryption, isGrouped }) => {
      const minimum = isGrouped === true ? minimumOf(redundancyOf(source), members.get(source) ?? 0) : null;
      const group = minimum === null ? {} : { redundancyGroup: 'members', redundancyMinimum: minimum };
      const ends = { source: nameOf(source), target: nameOf(target) };
      return defined({ ...ends, dependencyType, mode, ...group, protocol, transportEncryption });
    });
  }

  private numberOf(item: Item): number {
    const known = this.numbers.get(item);
    if (known !== undefined) return known;
    this.numbers.set(item, this.numbers.size);
    return this.numbers.size - 1;
  }
}

/** How many of `count` members must work; null if all must, so that there is no group. */
export function minimumOf(redundancy: string | undefined, count: number): number | null {
  const [, number, percent] = /^(?:at least |count\/|percent\/)?(\d{1,4})\s*(%?)$/i.exec(redundancy?.trim() ?? '') ?? [];
  if (number === undefined || count < 2) return null;
  const isPart = percent === '%' || /^percent/i.test(redundancy ?? '');
  const minimum = isPart ? Math.ceil((count * Number(number)) / 100) : Number(number);
  return minimum >= count ? null : Math.max(1, minimum);
}
