/** The reach of a hub by a recursive query in PostgreSQL over indexed integers, compared with the same question to the graph in memory. */
import { Client } from 'pg';
import type { LandscapeGraph } from '@/domain/graph/landscape/landscapeGraph';
import { withBenchDatabase } from './benchDatabase';
import type { BenchmarkInput } from './benchmarkInput';
import { traverse } from './graph';
import { randomLandscape } from './graphRandom';
import { median, timesOf } from './measure';

const SIZES = [
  { components: 1_000, rounds: 10 },
  { components: 10_000, rounds: 5 },
  { components: 100_000, rounds: 1 },
];
const TINY_SIZES = [{ components: 200, rounds: 1 }];
const SEED = 20261120;
const HUB = 0;
const DEPTH_LIMIT = 10;

const TABLE = `
  create temporary table edge (cause integer, affected integer);
  create index on edge (cause)`;

/** UNION, not UNION ALL: with cycles and many paths, the latter visits each component once per path. */
const REACH = `
  with recursive reached (node, depth) as (
    select $1::integer, 0
    union
    select edge.affected, reached.depth + 1 from reached join edge on edge.cause = reached.node where reached.depth < $2
  )
  select count(distinct node)::integer as count from reached`;

/** Prints everything to standard output. Throws if the two reach different numbers of components. */
export async function run({ isTiny, addresses }: BenchmarkInput): Promise<void> {
  await withBenchDatabase(addresses, async ({ app }) => {
    const client = new Client({ connectionString: app });
    await client.connect();
    try {
      await client.query(TABLE);
      for (const { components, rounds } of isTiny ? TINY_SIZES : SIZES) {
        const { graph } = randomLandscape(components, 3 * components, 0, SEED);
        await load(client, graph);
        await compare(client, graph, rounds);
      }
    } finally {
      await client.end();
    }
  });
}

/** Only the edges along which failure travels. */
async function load(client: Client, { edges }: LandscapeGraph): Promise<void> {
  const causes: number[] = [];
  const affected: number[] = [];
  for (let slot = 0; slot < edges.count; slot++) {
    if (!edges.attributeOf(slot).propagates) continue;
    causes.push(edges.causes[slot] ?? 0);
    affected.push(edges.affected[slot] ?? 0);
  }
  await client.query('truncate edge');
  await client.query('insert into edge select * from unnest($1::integer[], $2::integer[])', [causes, affected]);
  await client.query('analyze edge');
}

async function compare(client: Client, graph: LandscapeGraph, rounds: number): Promise<void> {
  const times: number[] = [];
  let count = 0;
  for (let round = -1; round < rounds; round++) {
    const from = performance.now();
    const { rows } = await client.query<{ count: number }>(REACH, [HUB, DEPTH_LIMIT]);
    if (round >= 0) times.push(performance.now() - from);
    count = rows[0]?.count ?? 0;
  }
  const ours = median(timesOf(20, () => traverse(graph, HUB)));
  if (graph.traversal.count !== count) throw new Error(`The graph reaches ${graph.traversal.count} components, the query ${count}`);
  const theirs = median(times);
  process.stdout.write(
    `  ${String(count).padStart(7)} components in reach, with expected states ${ours.toFixed(3)} ms   reference (recursive query, reach only) ${theirs.toFixed(1)} ms   ratio ${(ours / theirs).toFixed(5)}\n`,
  );
}
