/** How fast single points and pairs are found, with and without fixes, and for all capabilities, at first and after a change. */
import { randomLandscape } from './graphRandom';
import { randomFrom } from '@/lab/randomFrom';
import type { RandomLandscape } from './graphRandom';
import { copyLandscape } from '@/domain/graph/landscape/copyLandscape';
import type { SummaryMemory } from '@/domain/graph/weakPoints/summaryMemory';
import { summaryTask } from '@/domain/graph/weakPoints/summaryTask';
import type { CutSetOrder } from '@/domain/graph/weakPoints/weakPointQuestion';
import { weakPointsOf } from '@/domain/graph/weakPoints/weakPoints';
import { summariseAgain } from '@/domain/graph/weakPoints/weakPointSummary';
import type { BenchmarkInput } from './benchmarkInput';
import { editOne } from './graph';
import { measure } from './measure';

/** Targets in milliseconds; nobody is promised more than the capabilities of the larger one. */
const SIZES = [
  { components: 10_000, edges: 30_000, rounds: 40, targets: { single: 50, pairs: 1_000, all: 3_000 } },
  { components: 100_000, edges: 300_000, rounds: 3, targets: { single: null, pairs: null, all: 20_000 } },
];
const TINY_SIZES = [{ components: 200, edges: 600, rounds: 1, targets: { single: 50, pairs: 1_000, all: 3_000 } }];
type Size = (typeof SIZES)[number];

function benchSize({ components, edges, rounds, targets }: Size, redundantShare: number): void {
  const landscape = randomLandscape(components, edges, redundantShare, 20261120);
  process.stdout.write(`${components} components, ${edges} edges, ${redundantShare * 100}% of components with redundancy\n`);
  // Fixes are tried on a graph that nobody else uses.
  const graph = copyLandscape(landscape.graph);
  const capability = graph.findEntity('capability', 'capability-12')!;
  const found = (order: CutSetOrder, areFixesWanted: boolean): string => {
    const { singlePoints, cutSets, fixes } = weakPointsOf(graph, capability, {
      state: 'Outage',
      order,
      canSeeRevenue: true,
      areFixesWanted,
    });
    return `${singlePoints.length} single points, ${cutSets.length} pairs, ${fixes.length} fixes`;
  };
  measure('one capability, order 1', rounds, () => found(1, false), targets.single);
  measure('one capability, order 1, with fixes', rounds, () => found(1, true), targets.single);
  measure('one capability, order 2, with fixes', Math.min(rounds, 10), () => found(2, true), targets.pairs);
  benchSummary({ ...landscape, graph }, targets.all);
}

function benchSummary(landscape: RandomLandscape, target: number): void {
  const { graph } = landscape;
  let memory: SummaryMemory | null = null;
  const summaryOf = (): string => {
    const found = summariseAgain(summaryTask(graph), memory);
    ({ memory } = found);
    const { outages, capabilities, groups } = found.work;
    return `${outages} components failed, ${capabilities} capabilities and ${groups} groups calculated`;
  };
  const fromScratch = (): string => {
    memory = null;
    return summaryOf();
  };
  measure('all capabilities', 1, fromScratch, target);
  const random = randomFrom(11);
  const afterChange = (): string => {
    editOne(landscape, graph.components.count, random);
    return summaryOf();
  };
  measure('all capabilities, after a change', 3, afterChange, target);
}

/** Prints everything to standard output. */
export function run({ isTiny }: BenchmarkInput): void {
  for (const size of isTiny ? TINY_SIZES : SIZES) {
    benchSize(size, 0);
    benchSize(size, 0.2);
  }
}
