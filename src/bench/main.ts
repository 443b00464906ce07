/** `npm run bench [-- name …]`: every benchmark, or the named ones, each in this one process. */
const BENCHMARKS: Readonly<Record<string, () => Promise<{ run: () => unknown }>>> = {
  graph: () => import('./graph'),
  liveImpact: () => import('./liveImpact'),
  livePipeline: () => import('./livePipeline'),
  manifest: () => import('./manifest'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => BENCHMARKS[name] === undefined);
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(1);
}

async function main(): Promise<void> {
  for (const [name, load] of Object.entries(BENCHMARKS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    console.log(`\n== ${name}`);
    const { run } = await load();
    await run();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
