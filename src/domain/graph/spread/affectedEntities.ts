/**
 * The entities of one kind that a failure reaches, by index in its table; those worse than Healthy are affected. Kept with the graph and
 * reused by each query, so that nothing is cleared or allocated.
 */
import { orderKey, rankIn, sortKeysUpwards } from '@/domain/graph/arrays/answerOrder';
import type { NameOrder } from '@/domain/graph/arrays/nameOrder';
import { finish } from '@/plain/steps';

const OUTAGE = 3;

/** An entity is reached when its position, below `count`, holds its index. Columns are by position. */
export class AffectedEntities {
  indexes = new Int32Array(0);
  depths = new Int32Array(0);
  severities = new Uint8Array(0);
  /** How many parts of each entity are reached, how many of these are worse than Healthy, and how many are at Outage, for those who count. */
  partCounts = new Int32Array(0);
  affectedPartCounts = new Int32Array(0);
  downPartCounts = new Int32Array(0);
  count = 0;
  private positions = new Int32Array(0);

  get approximateBytes(): number {
    return this.positions.length * 25;
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
      this.affectedPartCounts = new Int32Array(length);
      this.downPartCounts = new Int32Array(length);
    }
    this.count = 0;
  }

  /** The position of an index; -1 if it is not reached. */
  positionOf(index: number): number {
    const position = this.positions[index] ?? 0;
    return position < this.count && this.indexes[position] === index ? position : -1;
  }

  /** The severity of an index; 0 if it is not reached. */
  severityOf(index: number): number {
    const position = this.positionOf(index);
    return position === -1 ? 0 : this.severities[position]!;
  }

  /**
   * Records that a part of an entity is reached: the entity gets the fewest hops and the worst severity of its parts. Returns whether that
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
      this.affectedPartCounts[this.count] = 0;
      this.downPartCounts[this.count] = 0;
      this.count++;
      return true;
    }
    const isNearer = depth < this.depths[position]!;
    const isWorse = severity > this.severities[position]!;
    if (isNearer) this.depths[position] = depth;
    if (isWorse) this.severities[position] = severity;
    return isNearer || isWorse;
  }

  /** How many are worse than Healthy. */
  get affectedCount(): number {
    let affected = 0;
    for (let position = 0; position < this.count; position++) affected += this.severities[position]! > 0 ? 1 : 0;
    return affected;
  }

  /** Counts one more part of the entity at a position, at this severity. */
  countPart(position: number, severity: number): void {
    this.partCounts[position]!++;
    if (severity > 0) this.affectedPartCounts[position]!++;
    if (severity === OUTAGE) this.downPartCounts[position]!++;
  }

  /** The positions by depth, then worst severity, then name. The ranks must be up to date. */
  positionsInOrder({ ranks, order }: NameOrder): Int32Array {
    const keys = new Uint32Array(this.count);
    for (let position = 0; position < this.count; position++)
      keys[position] = orderKey(this.depths[position]!, this.severities[position]!, ranks[this.indexes[position]!]!);
    finish(sortKeysUpwards(keys, new Uint32Array(this.count)));
    return Int32Array.from(keys, (key) => this.positionOf(order[rankIn(key)]!));
  }
}
