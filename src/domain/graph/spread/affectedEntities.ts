/**
 * The affected entities of one kind, by index in its table. Kept with the graph and reused by each query, so that nothing is cleared or
 * allocated.
 */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/arrays/answerOrder';
import type { NameOrder } from '@/domain/graph/arrays/nameOrder';

/** An entity is affected when its position, below `count`, holds its index. Columns are by position. */
export class AffectedEntities {
  indexes = new Int32Array(0);
  depths = new Int32Array(0);
  severities = new Uint8Array(0);
  /** How many parts of each entity are affected, for those who count them. */
  partCounts = new Int32Array(0);
  count = 0;
  private positions = new Int32Array(0);

  get approximateBytes(): number {
    return this.positions.length * 17;
  }

  /** Starts an empty set over the indexes 0 .. capacity − 1. */
  begin(capacity: number): void {
    if (this.positions.length < capacity) {
      const length = Math.ceil(capacity * 1.1);
      this.positions = new Int32Array(length);
      this.indexes = new Int32Array(length);
      this.depths = new Int32Array(length);
      this.severities = new Uint8Array(length);
      this.partCounts = new Int32Array(length);
    }
    this.count = 0;
  }

  /** The position of an index; -1 if it is not affected. */
  positionOf(index: number): number {
    const position = this.positions[index] ?? 0;
    return position < this.count && this.indexes[position] === index ? position : -1;
  }

  /** The severity of an index; 0 if it is not affected. */
  severityOf(index: number): number {
    const position = this.positionOf(index);
    return position === -1 ? 0 : this.severities[position]!;
  }

  /**
   * Records that a part of an entity is affected: the entity gets the fewest hops and the worst severity of its parts. Returns whether that
   * changed anything.
   */
  add(index: number, depth: number, severity: number): boolean {
    const position = this.positionOf(index);
    if (position === -1) {
      this.positions[index] = this.count;
      this.indexes[this.count] = index;
      this.depths[this.count] = depth;
      this.severities[this.count] = severity;
      this.partCounts[this.count] = 0;
      this.count++;
      return true;
    }
    const isNearer = depth < this.depths[position]!;
    const isWorse = severity > this.severities[position]!;
    if (isNearer) {
      this.depths[position] = depth;
    }
    if (isWorse) {
      this.severities[position] = severity;
    }
    return isNearer || isWorse;
  }

  /** The positions by depth, then worst severity, then name. The ranks must be up to date. */
  positionsInOrder({ ranks, order }: NameOrder): Int32Array {
    const keys = new Uint32Array(this.count);
    for (let position = 0; position < this.count; position++) {
      keys[position] = orderKey(this.depths[position]!, this.severities[position]!, ranks[this.indexes[position]!]!);
    }
    sortKeysUpwards(keys, new Uint32Array(this.count));
    return Int32Array.from(keys, (key) => this.positionOf(order[rankIn(key)]!));
  }
}
