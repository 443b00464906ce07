/** How long the live pass takes on a large landscape in which one component in a hundred is unhealthy. */
import { randomLandscape } from './graphRandom';
import { randomFrom } from '@/lab/randomFrom';
import { liveImpact } from '@/domain/graph/questions/live/liveImpact';
import type { ReportedHealth } from '@/domain/graph/questions/live/liveImpact';
import { FAILURE_STATES } from '@/domain/vocabulary';
import type { BenchmarkInput } from './benchmarkInput';

const FULL = { components: 100_000, edges: 300_000, rounds: 30 };
const TINY = { components: 1_000, edges: 3_000, rounds: 1 };

function randomHealth(componentIds: readonly string[], share: number, seed: number): ReportedHealth {
  const random = randomFrom(seed);
  const unhealthy = componentIds
    .filter(() => random() < share)
    .map((componentId) => ({ componentId, state: FAILURE_STATES[Math.floor(random() * 3)] ?? 'Outage', since: 0 }));
  return { unhealthy, healthyCount: componentIds.length - unhealthy.length };
}

/** Runs three times to warm up, then `rounds` times, and prints the median and the worst. */
function measure(label: string, rounds: number, work: () => string): void {
  const times: number[] = [];
  let note = '';
  for (let round = -3; round < rounds; round++) {
    const from = performance.now();
    note = work();
    if (round >= 0) times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const figures = [times[Math.floor(rounds / 2)], times[rounds - 1]].map((ms) => (ms ?? 0).toFixed(2).padStart(8));
  process.stdout.write(`  ${label.padEnd(44)} median ${figures[0]} ms   worst ${figures[1]} ms   ${note}\n`);
}

/** Prints everything to standard output. */
export function run({ isTiny }: BenchmarkInput): void {
  const { components, edges, rounds } = isTiny ? TINY : FULL;
  for (const redundantShare of [0, 0.2]) {
    const { graph, componentIds } = randomLandscape(components, edges, redundantShare, 20261120);
    process.stdout.write(`${components} components, ${edges} edges, ${redundantShare * 100}% of components with redundancy\n`);
    for (const share of [0.001, 0.01]) {
      const health = randomHealth(componentIds, share, 7);
      measure(`pass, ${share * 100}% unhealthy`, rounds, () => {
        const impact = liveImpact(graph, health);
        return `${health.unhealthy.length} unhealthy, ${impact.nodes.length} impacted, ${impact.rootCauses.length} causes`;
      });
    }
  }
}
