/** How long the picture of a landscape takes: how long it blocks the process, the whole with the layout in a worker, and the marks for its colours. */
import { randomLandscape } from './graphRandom';
import type { PictureInput } from '@/contract/picture';
import { LandscapeGraphBuilder } from '@/domain/graph/landscape/graphBuilder';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import type { LiveStates } from '@/server/health/liveStates';
import { bySinglePoints } from '@/server/picture/colours';
import { plainInput } from '@/server/picture/keptPictures';
import { layOutFirst } from '@/server/picture/layOutFirst';
import { atOnce, makePicture } from '@/server/picture/makePicture';
import { marksOf } from '@/server/picture/pictureMarks';
import { readLandscape } from '@/test/graphFromManifest';
import type { BenchmarkInput } from './benchmarkInput';
import { finish } from '@/plain/steps';

const QUIET: LiveStates = {
  impacted: new Map(),
  causes: new Set(),
  reported: new Set(),
  flapping: new Set(),
  maintained: new Set(),
  rolledUp: new Map(),
};
const WINDOWS = [
  [1120, 640],
  [1280, 800],
  [320, 640],
] as const;

function landscapes(isTiny: boolean): [name: string, graph: LandscapeGraph][] {
  const golden = (name: string): LandscapeGraph => finish(new LandscapeGraphBuilder().addAll(readLandscape(name)).seal(1));
  const demo: [string, LandscapeGraph] = ['33 components, the demo', golden('opentelemetry-demo')];
  if (isTiny) return [demo];
  return [
    demo,
    ['57 components of one application', golden('sentry-self-hosted')],
    ...[400, 1_000, 10_000].map((count): [string, LandscapeGraph] => [
      `${count} components`,
      randomLandscape(count, 3 * count, 0, 5).graph,
    ]),
  ];
}

/** Prints everything to standard output. */
export async function run({ isTiny }: BenchmarkInput): Promise<void> {
  for (const [name, graph] of landscapes(isTiny)) {
    process.stdout.write(`${name}\n`);
    for (const [width, height] of WINDOWS) {
      const asked: PictureInput = { grouping: null, level: null, open: [], filters: {}, question: null, width, height };
      const figures: string[] = [];
      for (const label of ['first', 'again']) {
        const from = performance.now();
        let held = 0;
        const made = await makePicture(
          { graph, live: QUIET, input: plainInput(asked) },
          (task) => {
            held ||= performance.now() - from;
            return layOutFirst('bench', task);
          },
          atOnce,
        );
        figures.push(`${label} ${(performance.now() - from).toFixed(0)} ms, of it ${held.toFixed(0)} ms in this thread`);
        if (label === 'first') continue;
        const marked = performance.now();
        marksOf(graph, QUIET, made, bySinglePoints(graph));
        figures.push(`marks ${(performance.now() - marked).toFixed(0)} ms`);
        figures.push(`${made.picture.level}, ${made.picture.cards.length} cards, ${made.picture.lines.length} lines`);
      }
      process.stdout.write(`  ${`${width} × ${height}`.padEnd(12)} ${figures.join('   ')}\n`);
    }
  }
}
