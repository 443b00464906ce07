/** How fast joint failures are evaluated: a few that include a hub, and a thousand. */
import { randomLandscape } from './graphRandom';
import type { RandomLandscape } from './graphRandom';
import { jointStates } from '@/domain/graph/questions/jointStates';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import type { ScenarioQuestion } from '@/domain/graph/questions/scenario';
import type { BenchmarkInput } from './benchmarkInput';
import { measure } from './measure';
import { finish } from '@/plain/steps';

/** Targets in milliseconds, for five members and for a thousand. */
const SIZES = [
  { components: 10_000, edges: 30_000, rounds: 100, members: 1_000, targets: { few: 10, many: 1_000 } },
  { components: 100_000, edges: 300_000, rounds: 20, members: 1_000, targets: { few: 200, many: 1_000 } },
];
const TINY_SIZES = [{ components: 200, edges: 600, rounds: 1, members: 40, targets: { few: 10, many: 1_000 } }];
type Size = (typeof SIZES)[number];

/** The hub (component 0) and others from all parts of the landscape. */
function questionOf({ graph, componentIds }: RandomLandscape, members: number, round: number): ScenarioQuestion {
  const failures = Array.from({ length: members }, (_, member) => {
    const number = member === 0 ? 0 : (member * 7919 + round * 104_729) % componentIds.length;
    return { entity: graph.findEntity('component', componentIds[number] ?? '')!, state: 'Outage' as const };
  });
  return {
    failures,
    withheld: null,
    reported: null,
    durationMinutes: 240,
    downFrom: 'Degraded',
    componentLimit: 100,
    currency: 'EUR',
    canSeeRevenue: true,
  };
}

function evaluated(landscape: RandomLandscape, members: number, round: number): string {
  const { counts, excess, gaveWay } = finish(evaluateScenario(landscape.graph, questionOf(landscape, members, round)));
  return `${counts.components} suffer, ${excess.components} in excess, ${gaveWay.length} groups gave way`;
}

function benchSize({ components, edges, rounds, members, targets }: Size, redundantShare: number): void {
  const landscape = randomLandscape(components, edges, redundantShare, 20261120);
  process.stdout.write(`${components} components, ${edges} edges, ${redundantShare * 100}% of components with redundancy\n`);
  measure('5 fail, a hub among them: states only', rounds, (round) => {
    const { failures } = questionOf(landscape, 5, round);
    const question = { members: failures.map(({ entity }) => ({ entity, severity: 3 })), baseline: new Map(), withheld: null };
    return `${finish(jointStates(landscape.graph, question)).suffering.length} suffer`;
  });
  measure('5 fail, a hub among them: 100 listed', rounds, (round) => evaluated(landscape, 5, round), targets.few);
  measure(`${members} fail: 100 listed`, Math.min(rounds, 5), (round) => evaluated(landscape, members, round), targets.many);
}

/** Prints everything to standard output. */
export function run({ isTiny }: BenchmarkInput): void {
  for (const size of isTiny ? TINY_SIZES : SIZES) {
    benchSize(size, 0);
    benchSize(size, 0.2);
  }
}
