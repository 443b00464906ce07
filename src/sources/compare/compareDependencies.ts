/** The dependencies of several sources beside each other: which of them state one, and how. */
import type { ManifestDependency } from '@/contract/manifest/schema';
import { byCodeUnit } from '@/plain/order';
import { append } from '@/plain/grouped';
import type { Difference } from './difference';
import type { ComparedSource, SameComponent, SameComponents } from './sameComponents';

/** All dependencies between two components. */
interface Pair {
  source: SameComponent;
  target: SameComponent;
  /** By the place of the source that states them. */
  stated: Map<number, ManifestDependency[]>;
}

const FIELDS = [
  ['mode', ({ mode }: ManifestDependency) => mode],
  ['required', ({ required }: ManifestDependency) => (required === undefined ? undefined : required ? 'required' : 'not required')],
  ['dependencyType', ({ dependencyType }: ManifestDependency) => dependencyType],
] as const;

export function compareDependencies(
  sources: readonly ComparedSource[],
  same: SameComponents,
): { differences: Difference[]; silent: string[] } {
  const silent = new Set([...sources.keys()].filter((place) => (sources[place]?.manifest.dependencies ?? []).length === 0));
  const pairs = new Pairs(sources, same);
  const differences = pairs.all().flatMap((pair) => {
    const missing = missingIn(pair, pairs, sources, silent);
    return [...(missing === null ? [] : [missing]), ...fieldsOf(pair, sources)];
  });
  return { differences, silent: [...silent].map((place) => sources[place]?.label ?? '') };
}

class Pairs {
  private readonly byEnds = new Map<SameComponent, Map<SameComponent, Pair>>();

  constructor(sources: readonly ComparedSource[], same: SameComponents) {
    for (const [place, { manifest }] of sources.entries())
      for (const dependency of manifest.dependencies ?? []) {
        const [source, target] = [same.find(place, dependency.source), same.find(place, dependency.target)];
        if (source === undefined || target === undefined || source.isAmbiguous || target.isAmbiguous) continue;
        const { stated } = this.between(source, target);
        append(stated, place, dependency);
      }
  }

  all(): Pair[] {
    return [...this.byEnds.values()].flatMap((pairs) => [...pairs.values()]);
  }

  find(source: SameComponent, target: SameComponent): Pair | undefined {
    return this.byEnds.get(source)?.get(target);
  }

  private between(source: SameComponent, target: SameComponent): Pair {
    const targets = this.byEnds.get(source) ?? new Map<SameComponent, Pair>();
    const pair = targets.get(target) ?? { source, target, stated: new Map<number, ManifestDependency[]>() };
    this.byEnds.set(source, targets.set(target, pair));
    return pair;
  }
}

/**
 * Null if every source that has both components states it. If all that do not state the opposite, the direction is what they disagree
 * about; it is told once, by the first source.
 */
function missingIn(pair: Pair, pairs: Pairs, sources: readonly ComparedSource[], silent: ReadonlySet<number>): Difference | null {
  const { source, target, stated } = pair;
  const able = [...sources.keys()].filter((place) => source.members.has(place) && target.members.has(place) && !silent.has(place));
  const without = able.filter((place) => !stated.has(place));
  if (without.length === 0) return null;
  const opposite = pairs.find(target, source)?.stated;
  const isTurned = without.every((place) => opposite?.has(place) === true) && [...stated.keys()].every((place) => !opposite?.has(place));
  if (isTurned && Math.min(...stated.keys()) > Math.min(...without)) return null;
  const forth = subjectOf(pair);
  const valueIn = (place: number): string | null => {
    const own = stated.get(place);
    if (isTurned) return own === undefined ? `${target.name} → ${source.name}` : forth;
    return own === undefined ? null : own.map(textOf).join('; ');
  };
  const places = [...new Set([...stated.keys(), ...able])].sort((left, right) => left - right);
  return {
    what: isTurned ? 'direction' : 'dependency',
    subject: forth,
    says: places.map((place) => ({ source: sources[place]?.label ?? '', value: valueIn(place) })),
  };
}

function fieldsOf(pair: Pair, sources: readonly ComparedSource[]): Difference[] {
  return FIELDS.flatMap(([what, valueIn]) => {
    const says = [...pair.stated].flatMap(([place, dependencies]) => {
      const values = [...new Set(dependencies.flatMap((one) => valueIn(one) ?? []))].sort(byCodeUnit);
      return values.length === 0 ? [] : [{ source: sources[place]?.label ?? '', value: values.join(', ') }];
    });
    return new Set(says.map(({ value }) => value)).size > 1 ? [{ what, subject: subjectOf(pair), says }] : [];
  });
}

function subjectOf({ source, target }: Pair): string {
  return `${source.name} → ${target.name}`;
}

function textOf({ dependencyType, mode }: ManifestDependency): string {
  return mode === undefined ? dependencyType : `${dependencyType}, ${mode}`;
}
