/** Joint effects row by row: what any one failure of the set would have done alone, and whether the joint effect is worse. */
import { stateOf } from './blastRadius';
import type { JointStates } from './jointStates';
import type { AlsoCounted } from '@/domain/graph/spread/inService';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { rollUpStates } from './rollUpStates';
import type { RolledUp, RollUpStates } from './rollUpStates';
import type { JointEffect } from './scenarioAnswer';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { HealthState } from '@/domain/vocabulary';
import type { Steps } from '@/plain/steps';

/** By row. `of` uses the graph's traversal and roll-up; what it makes does not. */
export class ScenarioEffects {
  private constructor(
    private readonly graph: LandscapeGraph,
    private readonly joint: JointStates,
    /** Null if the failures do together exactly what the worst of them does alone. */
    private readonly alone: RollUpStates | null,
    /** Null unless the baseline is live. */
    private readonly live: RollUpStates | null,
  ) {}

  static *of(graph: LandscapeGraph, joint: JointStates, isLive: boolean, also: AlsoCounted): Steps<ScenarioEffects> {
    const { suffering, expected, alone, live } = joint;
    const rolledUp = alone === expected ? null : yield* rollUpStates(graph, suffering, alone, also);
    return new ScenarioEffects(graph, joint, rolledUp, isLive ? yield* rollUpStates(graph, suffering, live, also) : null);
  }

  /** How many of these nodes are worse than with any one failure. */
  countExcess(nodes: Int32Array): number {
    const { expected, alone } = this.joint;
    let count = 0;
    for (let i = 0; i < nodes.length; i++) count += expected[nodes[i]!]! > alone[nodes[i]!]! ? 1 : 0;
    return count;
  }

  ofNode(node: number): JointEffect {
    const { expected, alone, live } = this.joint;
    return this.effect(expected[node]!, alone[node]!, live[node]!);
  }

  /** The rows that are worse than Healthy; each gets its effect. */
  on<Row extends { id: string; expectedState: HealthState }>(table: RolledUp, rows: readonly Row[]): (Row & JointEffect)[] {
    const { graph, alone, live } = this;
    const kept: (Row & JointEffect)[] = [];
    for (const row of rows) {
      const expected = HEALTH_STATES.indexOf(row.expectedState);
      if (expected > 0) {
        const index = alone === null && live === null ? -1 : graph[table].indexOf(row.id);
        kept.push(Object.assign(row, this.effect(expected, alone?.[table][index] ?? expected, live?.[table][index] ?? 0)));
      }
    }
    return kept;
  }

  /** Whatever is affected without the failures is also affected with any one of them, so worse than alone implies worse than live. */
  private effect(expected: number, alone: number, live: number): JointEffect {
    const effect = { alone: stateOf(alone), isExcess: expected > alone };
    return this.live === null ? effect : { ...effect, live: stateOf(live) };
  }
}
