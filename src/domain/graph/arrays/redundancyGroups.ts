/** Which edges back each other up: the redundancy groups of each component. When a group gives way is the rule of `spread/redundancy.ts`. */
import { RowArena, grownInts } from './rowArena';

/**
 * A group is the edges of one component (its owner) with the same group name, including those that do not propagate, which the rule leaves out.
 */
export class RedundancyGroups {
  /** Row of a group: its edge slots. */
  readonly members = new RowArena(false);
  private readonly names: string[] = [];
  private readonly groupsByOwner = new Map<number, number[]>();
  private readonly freeGroups: number[] = [];
  private owners = new Int32Array(0);
  private minimums = new Int32Array(0);
  /** Group + 1 by edge slot, 0 for none; empty while the landscape has no group. */
  private groupByEdge = new Int32Array(0);

  get approximateBytes(): number {
    const columns = this.groupByEdge.byteLength + this.owners.byteLength + this.minimums.byteLength;
    return columns + this.members.approximateBytes + this.names.length * 16 + this.groupsByOwner.size * 72;
  }

  join(edge: number, owner: number, name: string, minimum: number): void {
    if (!Number.isInteger(minimum) || minimum < 1)
      throw new Error(`The minimum of redundancy group ${name} must be a whole number from 1: ${minimum}`);
    const owned = this.groupsByOwner.get(owner) ?? [];
    this.groupsByOwner.set(owner, owned);
    let group = owned.find((candidate) => this.names[candidate] === name) ?? -1;
    if (group === -1) {
      group = this.addGroup(owner, name);
      owned.push(group);
    }
    this.minimums[group] = minimum;
    this.members.append(group, edge);
    this.groupByEdge = grownInts(this.groupByEdge, edge + 1);
    this.groupByEdge[edge] = group + 1;
  }

  leave(edge: number): void {
    const group = this.of(edge);
    if (group === -1) return;
    this.groupByEdge[edge] = 0;
    this.members.remove(group, edge);
    if (this.members.rowLength(group) > 0) return;
    const owner = this.owners[group]!;
    const remaining = this.ownedBy(owner).filter((candidate) => candidate !== group);
    if (remaining.length > 0) this.groupsByOwner.set(owner, remaining);
    else this.groupsByOwner.delete(owner);
    this.freeGroups.push(group);
  }

  /** The group of an edge, or -1. */
  of(edge: number): number {
    return (this.groupByEdge[edge] ?? 0) - 1;
  }

  ownedBy(node: number): readonly number[] {
    return this.groupsByOwner.get(node) ?? [];
  }

  nameOf(group: number): string {
    return this.names[group] ?? '';
  }

  /** How many of the targets must work. */
  minimumOf(group: number): number {
    return this.minimums[group]!;
  }

  private addGroup(owner: number, name: string): number {
    const group = this.freeGroups.pop() ?? this.names.length;
    this.names[group] = name;
    this.owners = grownInts(this.owners, group + 1);
    this.minimums = grownInts(this.minimums, group + 1);
    this.owners[group] = owner;
    return group;
  }
}
