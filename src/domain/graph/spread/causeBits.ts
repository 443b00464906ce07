/** How bad the worst of some tops becomes when each of many single components fails: 32 to a round. */
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { FailuresInGraph, FAILURES_AT_ONCE } from './failuresInGraph';
import type { Traversal } from './traversal';
import type { Steps } from '@/plain/steps';

export class CauseBits {
  private readonly failures = new FailuresInGraph();
  private readonly results = new Int32Array(4);

  get approximateBytes(): number {
    return this.failures.approximateBytes;
  }

  /** Sets the exact severity of each node in the traversal whose upper bound is above what `severities` has for it. */
  *settle(
    traversal: Traversal,
    edges: EdgeStore,
    filter: EdgeFilter,
    tops: Int32Array,
    severity: number,
    upperBounds: Uint8Array,
  ): Steps<void> {
    const { failures } = this;
    const { severities } = traversal;
    yield* failures.prepare({ traversal, edges, filter, withheld: null });
    const { members, count } = failures.nodes;
    const topPositions = Int32Array.from(tops, (top) => failures.nodes.positionOf(top));
    const causes = new Int32Array(FAILURES_AT_ONCE);
    let used = 0;
    for (let position = 0; position < count; position++) {
      const node = members[position]!;
      if (upperBounds[node]! > severities[node]!) causes[used++] = position;
      if (used === FAILURES_AT_ONCE || (used > 0 && position === count - 1)) {
        yield* this.runRound(causes.subarray(0, used), topPositions, severity);
        for (let bit = 0; bit < used; bit++) severities[members[causes[bit]!]!] = this.resultOf(bit);
        used = 0;
      }
    }
    failures.end();
  }

  private resultOf(bit: number): number {
    let severity = 3;
    while (severity > 0 && ((this.results[severity]! >>> bit) & 1) === 0) severity--;
    return severity;
  }

  /** Fails the causes (positions, rising), each in its bit, and leaves in `results` which of them bring a top to which severity. */
  private *runRound(causes: Int32Array, tops: Int32Array, severity: number): Steps<void> {
    const { failures, results } = this;
    causes.forEach((position, bit) => failures.start(position, severity, 1 << bit));
    yield* failures.run();
    for (let level = 1; level <= 3; level++) {
      const plane = failures.planes[level]!;
      results[level] = 0;
      for (const top of tops) results[level]! |= plane[top]!;
    }
    failures.clear();
  }
}
