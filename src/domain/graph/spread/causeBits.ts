/** How bad the worst of some tops becomes when each of many single components fails: 32 to a round. */
import type { EdgeFilter } from '@/domain/graph/arrays/edgeAttributes';
import type { EdgeStore } from '@/domain/graph/arrays/edgeStore';
import { FailureLanes, LANES } from '@/domain/graph/spread/failureBits';
import type { Traversal } from '@/domain/graph/spread/traversal';
import type { Steps } from '@/plain/steps';

export class CauseLanes {
  private readonly lanes = new FailureLanes();
  private readonly results = new Int32Array(4);

  get approximateBytes(): number {
    return this.lanes.approximateBytes;
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
    const { lanes } = this;
    const { severities } = traversal;
    yield* lanes.prepare({ traversal, edges, filter, withheld: null });
    const { members, count } = lanes.nodes;
    const topPositions = Int32Array.from(tops, (top) => lanes.nodes.positionOf(top));
    const causes = new Int32Array(LANES);
    let used = 0;
    for (let position = 0; position < count; position++) {
      const node = members[position]!;
      if (upperBounds[node]! > severities[node]!) {
        causes[used++] = position;
      }
      if (used === LANES || (used > 0 && position === count - 1)) {
        yield* this.runRound(causes.subarray(0, used), topPositions, severity);
        for (let lane = 0; lane < used; lane++) {
          severities[members[causes[lane]!]!] = this.resultOf(lane);
        }
        used = 0;
      }
    }
    lanes.end();
  }

  private resultOf(lane: number): number {
    let severity = 3;
    while (severity > 0 && ((this.results[severity]! >>> lane) & 1) === 0) {
      severity--;
    }
    return severity;
  }

  /** Fails the causes (positions, rising), each in its lane, and leaves in `results` which lanes bring a top to which severity. */
  private *runRound(causes: Int32Array, tops: Int32Array, severity: number): Steps<void> {
    const { lanes, results } = this;
    causes.forEach((position, lane) => lanes.start(position, severity, 1 << lane));
    yield* lanes.run();
    for (let level = 1; level <= 3; level++) {
      const plane = lanes.planes[level]!;
      results[level] = 0;
      for (const top of tops) {
        results[level]! |= plane[top]!;
      }
    }
    lanes.clear();
  }
}
