/** Which causes belong together: a forest of ranks, where causes in the same tree are joined. A rank is a position in the list of causes. */
export class JoinedCauses {
  private readonly parents: Int32Array;

  constructor(count: number) {
    this.parents = Int32Array.from({ length: count }, (_, rank) => rank);
  }

  join(one: number, other: number): void {
    this.parents[this.rootOf(other)] = this.rootOf(one);
  }

  /** The same rank for all causes that are joined, directly or through others. */
  rootOf(rank: number): number {
    const { parents } = this;
    let root = rank;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  }
}
