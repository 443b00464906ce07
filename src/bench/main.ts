/** `npm run bench [-- name …]`: every benchmark, or the named ones, each in this one process. `name:part` runs that part of one alone, where it has parts. */
const BENCHMARKS: Readonly<Record<string, () => Promise<{ run: (part: string | null) => unknown }>>> = {
  firstLook: () => import('./firstLook'),
  graph: () => import('./graph'),
  liveImpact: () => import('./liveImpact'),
  livePipeline: () => import('./livePipeline'),
  manifest: () => import('./manifest'),
};

const wanted = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', part = null] = argument.split(':');
    return [name, part] as const;
  }),
);
const unknown = [...wanted.keys()].filter((name) => BENCHMARKS[name] === undefined);
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(1);
}

async function main(): Promise<void> {
  for (const [name, load] of Object.entries(BENCHMARKS)) {
    if (wanted.size > 0 && !wanted.has(name)) continue;
    console.log(`\n== ${name}`);
    const { run } = await load();
    await run(wanted.get(name) ?? null);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
