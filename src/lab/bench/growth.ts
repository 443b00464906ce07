/** How the time of typical questions grows with the landscape, as a chart for the README. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blastRadius } from '@/domain/graph/questions/blastRadius';
import type { BenchmarkInput } from './benchmarkInput';
import { query, traverse } from './graph';
import { randomLandscape } from './graphRandom';
import { growthChart } from './growthChart';
import { median, timesOf } from './measure';
import { finish } from '@/plain/steps';

const SIZES = [
  { components: 1_000, rounds: 60, builds: 5 },
  { components: 10_000, rounds: 40, builds: 3 },
  { components: 100_000, rounds: 10, builds: 3 },
];
const TINY_SIZES = [
  { components: 100, rounds: 1, builds: 1 },
  { components: 200, rounds: 1, builds: 1 },
];
const CHART = join('public', 'pictures', 'growth.svg');
const TITLE = 'Time by number of components, with three times as many dependencies';
const SEED = 20261120;

const NAMES = [
  'building the graph',
  'hub, all components listed',
  'hub, 100 components listed',
  'hub, reach and states only',
  'typical component',
];

/** Prints medians to standard output, and draws them into the file that the README shows, unless the input is tiny. */
export async function run({ isTiny }: BenchmarkInput): Promise<void> {
  const sizes = isTiny ? TINY_SIZES : SIZES;
  const columns = sizes.map(measureSize);
  const lines = NAMES.map((name, line) => ({ name, times: columns.map((column) => column[line] ?? 0) }));
  const counts = sizes.map(({ components }) => components);
  process.stdout.write(`  components: ${counts.join(', ')}\n`);
  for (const { name, times } of lines)
    process.stdout.write(`  ${name.padEnd(28)} ${times.map((ms) => `${ms.toFixed(3)} ms`).join(', ')}\n`);
  const chart = growthChart(TITLE, counts, lines);
  if (!isTiny) await writeFile(CHART, chart);
}

/** Medians in milliseconds, in the order of NAMES. */
function measureSize({ components, rounds, builds }: (typeof SIZES)[number]): number[] {
  const landscapes = Array.from({ length: builds }, () => randomLandscape(components, 3 * components, 0.2, SEED));
  const { graph, componentIds } = landscapes[0]!;
  const idAt = (index: number): string => componentIds[index] ?? '';
  const hub = idAt(0);
  return [
    median(landscapes.map(({ buildMs }) => buildMs)),
    median(timesOf(rounds, () => finish(blastRadius(graph, query(hub, 'downstream', null))))),
    median(timesOf(rounds, () => finish(blastRadius(graph, query(hub, 'downstream', 100))))),
    median(timesOf(rounds, () => traverse(graph, 0))),
    median(
      timesOf(rounds * 10, (round) =>
        finish(blastRadius(graph, query(idAt(Math.floor(components / 2) + (round % 40)), 'downstream', null))),
      ),
    ),
  ];
}
