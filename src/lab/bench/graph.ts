/** Speed and memory of the graph engine: builds, questions about hubs and about typical components, edits. */
import { randomLandscape } from './graphRandom';
import { randomFrom } from '@/lab/randomFrom';
import type { RandomLandscape } from './graphRandom';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import type { BlastRadiusQuery } from '@/domain/graph/questions/blastRadius';
import type { BlastRadiusAnswer } from '@/domain/graph/questions/blastRadiusAnswer';
import { UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import { settleWithinReach } from '@/domain/graph/spread/propagation';
import { applyEdits } from '@/domain/graph/landscape/graphEdits';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { Direction } from '@/domain/vocabulary';
import { MEBIBYTE } from '@/plain/sizes';
import type { BenchmarkInput } from './benchmarkInput';
import { measure } from './measure';
import { finish } from '@/plain/steps';

const SIZES = [
  { components: 10_000, edges: 30_000, rounds: 100 },
  { components: 100_000, edges: 300_000, rounds: 20 },
];
const LARGE_SIZES = [{ components: 1_000_000, edges: 3_000_000, rounds: 5 }];
const TINY_SIZES = [{ components: 200, edges: 600, rounds: 1 }];

/** Everything within ten hops, with at most so many components listed. */
export function query(entityId: string, direction: Direction, componentLimit: number | null): BlastRadiusQuery {
  return {
    entityType: 'component',
    entityId,
    direction,
    requestedDepth: 10,
    planMaximumDepth: 10,
    modes: null,
    types: null,
    componentLimit,
    currency: 'EUR',
    canSeeRevenue: true,
  };
}

function reachedBy(answer: BlastRadiusAnswer | null): string {
  return `reaches ${answer?.counts.components ?? 0}, beyond ${answer?.completeness.beyondDepth ?? 0}`;
}

/** Only reach and expected states, without the answer. */
export function traverse(graph: LandscapeGraph, node: number): string {
  graph.traversal.begin(graph.components.capacity);
  graph.traversal.addOrigin(node, 3);
  finish(graph.traversal.reach(graph.edges.dependents, UNFILTERED, 10));
  finish(settleWithinReach(graph.traversal, graph.edges, UNFILTERED));
  return `reaches ${graph.traversal.count - 1}`;
}

/** Adds a dependency, or puts it in place of one. */
export function editOne({ graph, dependencyIds }: RandomLandscape, componentCount: number, random: () => number): string {
  const id = dependencyIds[Math.floor(random() * dependencyIds.length)] ?? '';
  const sourceOrdinal = 1 + Math.floor(random() * (componentCount - 1));
  const fact = {
    id,
    sourceOrdinal,
    targetOrdinal: Math.floor(random() * sourceOrdinal),
    dependencyType: 'Calls' as const,
    mode: 'Hard' as const,
    required: true,
    propagates: true,
    redundancyGroup: null,
    redundancyMinimum: 1,
  };
  applyEdits(graph, { version: graph.version + 1, upserts: { dependencies: [fact] }, removals: {} });
  return '';
}

function benchSize(components: number, edges: number, redundantShare: number, rounds: number): void {
  const landscape = randomLandscape(components, edges, redundantShare, 20261120);
  const { graph, componentIds } = landscape;
  const idAt = (place: number): string => componentIds[place] ?? '';
  const megabytes = (graph.approximateBytes / MEBIBYTE).toFixed(0);
  const share = `${redundantShare * 100}% of components with redundancy`;
  process.stdout.write(
    `${components} components, ${edges} edges, ${share}: built in ${landscape.buildMs.toFixed(0)} ms, ${megabytes} MiB\n`,
  );
  const typical = (round: number): string => idAt(Math.floor(components / 2) + round);
  measure('downstream, hub, reach and states only', rounds, () => traverse(graph, 0));
  measure('downstream, hub, 100 components listed', rounds, () => reachedBy(finish(blastRadius(graph, query(idAt(0), 'downstream', 100)))));
  measure('downstream, hub, all components listed', rounds, () =>
    reachedBy(finish(blastRadius(graph, query(idAt(0), 'downstream', null)))),
  );
  measure('downstream, typical component', rounds * 10, (round) =>
    reachedBy(finish(blastRadius(graph, query(typical(round), 'downstream', null)))),
  );
  measure('upstream, front door, 100 components listed', Math.min(rounds, 20), () =>
    reachedBy(finish(blastRadius(graph, query(idAt(components - 1), 'upstream', 100)))),
  );
  measure('upstream, typical component', rounds * 10, (round) =>
    reachedBy(finish(blastRadius(graph, query(typical(round), 'upstream', null)))),
  );
  const random = randomFrom(7);
  measure('edit of one dependency', rounds * 10, () => editOne(landscape, components, random));
  measure('edit, then hub with 100 listed', rounds, () => {
    editOne(landscape, components, random);
    return reachedBy(finish(blastRadius(graph, query(idAt(0), 'downstream', 100))));
  });
}

/** Prints everything to standard output. */
export function run({ isTiny, isLarge }: BenchmarkInput): void {
  for (const { components, edges, rounds } of isTiny ? TINY_SIZES : isLarge ? LARGE_SIZES : SIZES) {
    benchSize(components, edges, 0, rounds);
    benchSize(components, edges, 0.2, rounds);
  }
}
