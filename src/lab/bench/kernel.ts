/**
 * How close the two hot loops of the graph engine come to C on the same arrays in the same run: reach, and reach with expected states. A
 * search over a Map of arrays is the other reference: what the same question costs without typed arrays. And what redundancy groups cost.
 */
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import { NEIGHBOUR_MASK, TRAVELS, UNFILTERED } from '@/domain/graph/arrays/edgeAttributes';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { settleWithinReach } from '@/domain/graph/spread/propagation';
import type { BenchmarkInput } from './benchmarkInput';
import { query } from './graph';
import { randomLandscape } from './graphRandom';
import { withReference, type KernelResult, type KernelResults, type Reference } from './kernelReference';
import { median, timesOf } from './measure';
import { finish } from '@/plain/steps';

const SIZES = [
  { components: 1_000, rounds: 300 },
  { components: 10_000, rounds: 100 },
  { components: 100_000, rounds: 15 },
];
const TINY_SIZES = [{ components: 200, rounds: 1 }];
/** Engine and reference take turns, so that a busy moment of the machine affects both. */
const TURNS = 3;
const SEED = 20261120;
const HUB = 0;
const DEPTH_LIMIT = 10;
const OUTAGE = 3;

/** The most times as long as the reference. */
const TARGETS = { reach: 2.5, states: 5, groups: 1.5 };

/** Prints everything to standard output. Throws if engine and reference disagree. */
export async function run({ isTiny }: BenchmarkInput): Promise<void> {
  await withReference(async (reference) => {
    if (reference === null) process.stdout.write('  no C compiler: reference skipped\n');
    for (const { components, rounds } of isTiny ? TINY_SIZES : SIZES) {
      const upstream: number[] = [];
      for (const redundantShare of [0, 0.2]) {
        const { graph, componentIds } = randomLandscape(components, 3 * components, redundantShare, SEED);
        const share = `${redundantShare * 100}% of components with redundancy`;
        process.stdout.write(`${components} components, ${3 * components} dependencies, ${share}\n`);
        await compare(graph, reference, rounds);
        if (redundantShare === 0) compareWithMap(graph, rounds);
        const frontDoor = query(componentIds.at(-1) ?? '', 'upstream', 100);
        upstream.push(median(timesOf(Math.min(rounds, 20), () => finish(blastRadius(graph, frontDoor)))));
      }
      const [without = 0, withGroups = 0] = upstream;
      tell('upstream, with redundancy groups', withGroups, 'without groups', without, TARGETS.groups);
    }
  });
}

async function compare(graph: LandscapeGraph, reference: Reference | null, rounds: number): Promise<void> {
  const ours: KernelResults[] = [];
  const theirs: KernelResults[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    if (reference !== null) theirs.push(await reference(graph, HUB, DEPTH_LIMIT, rounds));
    ours.push({ reach: ask(graph, false, rounds), states: ask(graph, true, rounds) });
  }
  for (const [kind, question] of [
    ['reach', 'reach of a hub'],
    ['states', 'reach of a hub with expected states'],
  ] as const) {
    const ms = medianOf(ours, kind);
    const [mine, other] = [ours, theirs].map(([first]) => first && found(first[kind]));
    if (other === undefined) tell(question, ms);
    else if (mine === other) tell(question, ms, 'C', medianOf(theirs, kind), TARGETS[kind]);
    else throw new Error(`${question}: the engine found ${mine}, the reference in C ${other}`);
  }
}

function medianOf(results: readonly KernelResults[], kind: keyof KernelResults): number {
  return median(results.flatMap((result) => result[kind].times));
}

function found({ count, beyond, stopped, digest }: KernelResult): string {
  return `${count} components, ${beyond} beyond the limit, ${stopped} with edges not followed, digest ${digest}`;
}

function ask(graph: LandscapeGraph, withStates: boolean, rounds: number): KernelResult {
  const { traversal, edges } = graph;
  let beyond = 0;
  let stopped = 0;
  const times = timesOf(rounds, () => {
    traversal.begin(graph.components.capacity);
    traversal.addOrigin(HUB, OUTAGE);
    beyond = finish(traversal.reach(edges.dependents, UNFILTERED, DEPTH_LIMIT));
    stopped = traversal.stoppedCount;
    if (withStates) finish(settleWithinReach(traversal, edges, UNFILTERED));
  });
  return { count: traversal.count, beyond, stopped, digest: digestOf(graph), times };
}

/** FNV-1a over depth and severity of every node, as kernelReference.c calculates it. */
function digestOf({ traversal, edges }: LandscapeGraph): number {
  let hash = 2166136261;
  for (let node = 0; node < edges.dependents.lengths.length; node++) {
    const told = traversal.has(node) ? (traversal.depthOf(node) + 1) * 4 + traversal.severityOf(node) : 0;
    hash = Math.imul(hash ^ told, 16777619);
  }
  return hash >>> 0;
}

/** Breadth first over a Map of arrays, with a Map of depths. */
function compareWithMap(graph: LandscapeGraph, rounds: number): void {
  const dependents = new Map<number, number[]>();
  for (let node = 0; node < graph.components.capacity; node++) {
    const row = Array.from(graph.edges.dependents.row(node)).filter((edge) => UNFILTERED.verdicts[edge >>> 24] === TRAVELS);
    dependents.set(
      node,
      row.map((edge) => edge & NEIGHBOUR_MASK),
    );
  }
  let count = 0;
  const times = timesOf(rounds, () => {
    const depths = new Map([[HUB, 0]]);
    for (const [node, depth] of depths)
      if (depth < DEPTH_LIMIT)
        for (const dependent of dependents.get(node) ?? []) if (!depths.has(dependent)) depths.set(dependent, depth + 1);
    count = depths.size;
  });
  const ours = ask(graph, false, rounds);
  if (ours.count !== count) throw new Error(`The engine reaches ${ours.count} components, a Map of arrays ${count}`);
  tell('reach of a hub', median(ours.times), 'a Map of arrays', median(times));
}

/** One line; `target` is the highest ratio that is met. */
function tell(question: string, ms: number, name?: string, referenceMs = 0, target?: number): void {
  const ratio = ms / referenceMs;
  const judged = target === undefined ? '' : `, target ${target}: ${ratio <= target ? 'met' : 'NOT MET'}`;
  const against = name === undefined ? '' : `   reference (${name}) ${figure(referenceMs)}   ratio ${ratio.toFixed(2)}${judged}`;
  process.stdout.write(`  ${question.padEnd(36)} ${figure(ms)}${against}\n`);
}

function figure(ms: number): string {
  return `${ms.toFixed(3).padStart(8)} ms`;
}
