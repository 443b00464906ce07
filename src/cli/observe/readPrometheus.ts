/** Reads from a Prometheus the metrics that say what calls what: finds their names, and asks for what they counted in the window. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { metricNamed, type Series } from '@/domain/observe/seriesEdges';
import { seriesInAnswer } from '@/sources/prometheus/readMetrics';
import { Failure } from '@/cli/failure';
import { reasonOf } from '@/cli/reasonOf';
import type { World } from '@/cli/world';
import { getJson } from './getJson';

export interface PrometheusAccess {
  window: string;
  bearerFile?: string;
}

/** Throws Failure. */
export async function readPrometheus(
  world: World,
  url: string,
  { window, bearerFile }: PrometheusAccess,
): Promise<{ series: Series[]; metrics: string[] }> {
  const bearer = bearerFile === undefined ? null : tokenIn(resolve(world.cwd, bearerFile), bearerFile);
  const names = await getJson(world, url, '/api/v1/label/__name__/values', bearer);
  const list = (names as { data?: unknown } | null)?.data;
  const metrics = (Array.isArray(list) ? (list as unknown[]) : []).filter(
    (name): name is string => typeof name === 'string' && metricNamed(name) !== null,
  );
  const series: Series[] = [];
  for (const name of metrics) {
    const query = metricNamed(name)!.isCounter ? `increase(${name}[${window}])` : `last_over_time(${name}[${window}])`;
    const answer = await getJson(world, url, `/api/v1/query?query=${encodeURIComponent(query)}`, bearer);
    for (const one of seriesInAnswer(answer, name) ?? []) series.push(one);
  }
  return { series, metrics };
}

function tokenIn(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure(`${shown}: ${reasonOf(error)}`, { code: 'unreadable_file' });
  }
}
