/** The list of benchmarks. The long tests run each of them once with tiny input, so that none breaks unnoticed. */
import type { BenchmarkInput } from './benchmarkInput';

interface Benchmark {
  needsDatabase: boolean;
  /** Also measures a million components, or a thousand tenants, if asked for `large`. */
  hasLarge?: boolean;
  load: () => Promise<{ run: (input: BenchmarkInput) => void | Promise<void> }>;
}

export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  graph: { needsDatabase: false, hasLarge: true, load: () => import('./graph') },
  kernel: { needsDatabase: false, load: () => import('./kernel') },
  growth: { needsDatabase: false, load: () => import('./growth') },
  scenarios: { needsDatabase: false, load: () => import('./scenarios') },
  weakPoints: { needsDatabase: false, load: () => import('./weakPoints') },
  liveImpact: { needsDatabase: false, load: () => import('./liveImpact') },
  livePipeline: { needsDatabase: true, load: () => import('./livePipeline') },
  manifest: { needsDatabase: true, load: () => import('./manifest') },
  lists: { needsDatabase: true, hasLarge: true, load: () => import('./lists') },
  cold: { needsDatabase: true, hasLarge: true, load: () => import('./cold') },
  signals: { needsDatabase: true, load: () => import('./signals') },
  doors: { needsDatabase: true, load: () => import('./doors') },
  processes: { needsDatabase: true, load: () => import('./processes') },
  fairness: { needsDatabase: true, load: () => import('./fairness') },
  workers: { needsDatabase: true, load: () => import('./workers') },
  strangers: { needsDatabase: true, load: () => import('@/lab/strangers/strangers') },
  sizing: { needsDatabase: true, hasLarge: true, load: () => import('./sizing') },
  distributed: { needsDatabase: true, load: () => import('./distributed') },
  observe: { needsDatabase: false, load: () => import('./observe') },
  picture: { needsDatabase: false, load: () => import('./picture') },
};

/** Runs one, which prints its figures to standard output. Throws for an unknown name. */
export async function runBenchmark(name: string, input: BenchmarkInput): Promise<void> {
  const benchmark = BENCHMARKS[name];
  if (benchmark === undefined) throw new Error(`No benchmark ${name}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.stdout.write(`\n== ${name}\n`);
  const { run } = await benchmark.load();
  await run(input);
}
