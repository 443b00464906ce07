/** Counts the dependencies between things that stand for several components, and tells the heaviest of these bundles. */
import type { PictureBundle } from '@/contract/landscapePicture';
import { EDGE_ATTRIBUTES } from '@/domain/graph/edgeAttributes';

export class BundleTally {
  private readonly ends: { key: number; attribute: number }[] = [];
  private readonly counts = new Map<number, number>();

  /** `places`: one more than the highest number of an end. */
  constructor(private readonly places: number) {}

  add(source: number, target: number, attribute: number): void {
    const key = source * this.places + target;
    this.ends.push({ key, attribute });
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** The `most` heaviest; `omitted` counts the dependencies of the others. Equal ones stand in the order in which they came. */
  heaviest(most: number, nameOf: (place: number) => string): { bundles: PictureBundle[]; omitted: number } {
    const kept = [...this.counts].sort((a, b) => b[1] - a[1]).slice(0, most);
    const parts = new Map(kept.map(([key]) => [key, new Map<string, PictureBundle['parts'][number]>()]));
    for (const { key, attribute } of this.ends) {
      const look = EDGE_ATTRIBUTES[attribute];
      const held = parts.get(key);
      if (held === undefined || look === undefined) continue;
      const { dependencyType, mode, propagates } = look;
      const partKey = `${dependencyType} ${mode} ${String(propagates)}`;
      const part = held.get(partKey);
      if (part === undefined) held.set(partKey, { dependencyType, mode, propagates, count: 1 });
      else part.count++;
    }
    const bundles = kept.map(([key, count]) => ({
      sourceId: nameOf(Math.floor(key / this.places)),
      targetId: nameOf(key % this.places),
      count,
      parts: [...(parts.get(key)?.values() ?? [])],
    }));
    return { bundles, omitted: this.ends.length - kept.reduce((sum, [, count]) => sum + count, 0) };
  }
}
