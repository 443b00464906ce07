/** Reads from a Jaeger the dependencies that its job computed from traces. */
import { observeSeries } from '@/domain/observe/fromSeries';
import type { KindOfName } from '@/domain/observe/fromSpans';
import type { Observed } from '@/domain/observe/observed';
import { Failure } from '../failure';
import type { World } from '../world';
import { getJson } from './getJson';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Throws Failure, also if there are none. */
export async function readJaeger(world: World, url: string, window: string, kindOfName: KindOfName): Promise<Observed> {
  const lookback = Number(window.slice(0, -1)) * UNITS[window.slice(-1)]!;
  const answer = (await getJson(world, url, `/api/dependencies?endTs=${Date.now()}&lookback=${lookback}`)) as { data?: unknown } | null;
  const links = Array.isArray(answer?.data) ? (answer.data as unknown[]) : [];
  const series = links.flatMap((link) => {
    const { parent, child, callCount } = (link ?? {}) as { parent?: unknown; child?: unknown; callCount?: unknown };
    if (typeof parent !== 'string' || typeof child !== 'string') return [];
    const labels = { client: parent, server: child, connection_type: '' };
    // A link says what such a series says.
    return [{ name: 'service_graph_request_total', labels, value: Number(callCount ?? 1) }];
  });
  if (series.length === 0)
    throw new Failure('Jaeger answers, but has no dependencies: the job that computes them does not run', {
      code: 'nothing_found',
      hint: 'run spark-dependencies or its successor beside Jaeger, or let the collector write traces to a file and read it with observe otlp',
    });
  return observeSeries(series, kindOfName);
}
