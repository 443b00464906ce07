/** Counts the dependencies between things that stand for several components, and finds the busiest of these bundles. */
import type { PictureBundle } from '@/contract/landscapePicture';
import { ATTRIBUTES } from '@/domain/graph/landscape/views';

type Part = PictureBundle['parts'][number];

/** How a dependency counts in its bundle, by attribute byte; those that look the same share a number. */
const LOOKS: readonly Omit<Part, 'count'>[] = ATTRIBUTES.map(({ dependencyType, mode, propagates }) => ({
  dependencyType,
  mode,
  propagates,
}));
const LOOK_OF: Uint8Array = (() => {
  const names = LOOKS.map(({ dependencyType, mode, propagates }) => `${dependencyType} ${mode} ${String(propagates)}`);
  return Uint8Array.from(names, (name) => names.indexOf(name));
})();

/** A landscape has tens of thousands of them, so they are kept as numbers; only those that are returned become objects. */
export class BundleTally {
  /** By source and target as one number: the bundle's position in `counts`. */
  private readonly bundles = new Map<number, number>();
  private readonly counts: number[] = [];
  /** For each dependency: its bundle's position times 256, plus its look. */
  private readonly added: number[] = [];

  /** `places`: one more than the highest number of an end. */
  constructor(private readonly places: number) {}

  add(source: number, target: number, attribute: number): void {
    const key = source * this.places + target;
    let place = this.bundles.get(key);
    if (place === undefined) {
      place = this.counts.push(0) - 1;
      this.bundles.set(key, place);
    }
    this.counts[place]!++;
    this.added.push(place * 256 + (LOOK_OF[attribute] ?? 0));
  }

  /** The `most` busiest bundles; `omitted` counts the dependencies of the others. Ties keep their order of arrival. */
  heaviest(most: number, nameOf: (place: number) => string): { bundles: PictureBundle[]; omitted: number } {
    const { counts } = this;
    const chosen = this.heaviestPlaces(most);
    const parts = new Map(chosen.map((place) => [place, new Map<number, Part>()]));
    for (const one of this.added) {
      const held = parts.get(Math.floor(one / 256));
      if (held === undefined) continue;
      const part = held.get(one % 256);
      if (part === undefined) held.set(one % 256, { ...LOOKS[one % 256]!, count: 1 });
      else part.count++;
    }
    const keys = [...this.bundles.keys()];
    const bundles = chosen.map((place) => {
      const key = keys[place] ?? 0;
      return {
        sourceId: nameOf(Math.floor(key / this.places)),
        targetId: nameOf(key % this.places),
        count: counts[place] ?? 0,
        parts: [...(parts.get(place)?.values() ?? [])],
      };
    });
    return { bundles, omitted: this.added.length - bundles.reduce((sum, { count }) => sum + count, 0) };
  }

  /** Sorts only those that are returned. */
  private heaviestPlaces(most: number): number[] {
    const { counts } = this;
    const ofWeight: number[] = [];
    for (const count of counts) ofWeight[count] = (ofWeight[count] ?? 0) + 1;
    let lightest = ofWeight.length;
    let room = most;
    while (lightest > 1 && room >= (ofWeight[lightest - 1] ?? 0)) room -= ofWeight[--lightest] ?? 0;
    // Of those that tie with the last one that fits, takes the first ones.
    const chosen: number[] = [];
    counts.forEach((count, place) => {
      if (count >= lightest || (count === lightest - 1 && room-- > 0)) chosen.push(place);
    });
    return chosen.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  }
}
