/**
 * What is affected of one kind, by index in its table: kept with the graph and used again by each query, so that nothing is cleared or
 * allocated.
 */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/answerOrder';
import type { NameOrder } from '@/domain/graph/nameOrder';

/** An entity is affected when its place, below `count`, holds its index. Columns are by place. */
export class AffectedEntities {
  indexes = new Int32Array(0);
  depths = new Int32Array(0);
  severities = new Uint8Array(0);
  /** How many parts of each entity are affected, for those who count them. */
  partCounts = new Int32Array(0);
  count = 0;
  private places = new Int32Array(0);

  get approximateBytes(): number {
    return this.places.length * 17;
  }

  /** Opens an empty set over indexes 0 .. capacity − 1. */
  begin(capacity: number): void {
    if (this.places.length < capacity) {
      const length = Math.ceil(capacity * 1.1);
      this.places = new Int32Array(length);
      this.indexes = new Int32Array(length);
      this.depths = new Int32Array(length);
      this.severities = new Uint8Array(length);
      this.partCounts = new Int32Array(length);
    }
    this.count = 0;
  }

  /** The place of an index, or -1 when it is not affected. */
  placeOf(index: number): number {
    const place = this.places[index] ?? 0;
    return place < this.count && this.indexes[place] === index ? place : -1;
  }

  /** The severity of an index, 0 when it is not affected. */
  severityOf(index: number): number {
    const place = this.placeOf(index);
    return place === -1 ? 0 : this.severities[place]!;
  }

  /**
   * Takes in that something an entity is made of is affected: it has the fewest hops and the worst severity of these. Answers whether that
   * changed anything.
   */
  add(index: number, depth: number, severity: number): boolean {
    const place = this.placeOf(index);
    if (place === -1) {
      this.places[index] = this.count;
      this.indexes[this.count] = index;
      this.depths[this.count] = depth;
      this.severities[this.count] = severity;
      this.partCounts[this.count] = 0;
      this.count++;
      return true;
    }
    const isNearer = depth < this.depths[place]!;
    const isWorse = severity > this.severities[place]!;
    if (isNearer) {
      this.depths[place] = depth;
    }
    if (isWorse) {
      this.severities[place] = severity;
    }
    return isNearer || isWorse;
  }

  /** The places by depth, then worst severity, then name. The ranks must be up to date. */
  placesInOrder({ ranks, order }: NameOrder): Int32Array {
    const keys = new Uint32Array(this.count);
    for (let place = 0; place < this.count; place++) {
      keys[place] = orderKey(this.depths[place]!, this.severities[place]!, ranks[this.indexes[place]!]!);
    }
    sortKeysUpwards(keys, new Uint32Array(this.count));
    return Int32Array.from(keys, (key) => this.placeOf(order[rankIn(key)]!));
  }
}
