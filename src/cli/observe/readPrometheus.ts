/** Reads from a Prometheus the metrics that say what calls what: finds their names, and asks for what they counted in the window. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { metricNamed, type Series } from '@/domain/observe/seriesEdges';
import { Failure } from '../failure';
import { reasonOf } from '../reasonOf';
import type { World } from '../world';
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
  const metrics = listIn(names, 'data').filter((name): name is string => typeof name === 'string' && metricNamed(name) !== null);
  const series: Series[] = [];
  for (const name of metrics) {
    const query = metricNamed(name)!.isCounter ? `increase(${name}[${window}])` : `last_over_time(${name}[${window}])`;
    const answer = (await getJson(world, url, `/api/v1/query?query=${encodeURIComponent(query)}`, bearer)) as { data?: unknown } | null;
    for (const one of listIn(answer?.data, 'result')) series.push(...seriesIn(name, one));
  }
  return { series, metrics };
}

function listIn(value: unknown, name: string): unknown[] {
  const list = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function seriesIn(name: string, one: unknown): Series[] {
  const { metric, value } = (one ?? {}) as { metric?: unknown; value?: unknown };
  if (typeof metric !== 'object' || metric === null || !Array.isArray(value)) return [];
  const labels = Object.fromEntries(Object.entries(metric).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
  return [{ name, labels, value: Number(value[1]) }];
}

function tokenIn(path: string, shown: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new Failure(`${shown}: ${reasonOf(error)}`, { code: 'unreadable_file' });
  }
}
