/** Reads from a Jaeger the dependencies that its job computed from traces, or else the latest traces themselves. */
import { observeSeries } from '@/domain/observe/fromSeries';
import { observeSpans, type SpanChoices } from '@/domain/observe/fromSpans';
import type { Observed } from '@/domain/observe/observed';
import { SpanTable } from '@/domain/observe/spanTable';
import { countOf } from '@/plain/counts';
import { readJaegerTraces } from '@/sources/jaeger/jaegerTraces';
import { Failure } from '@/cli/failure';
import type { Session } from '@/cli/session';
import { harmless } from '@/cli/terminal';
import { getJson } from './getJson';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const TRACES_A_SERVICE = 20;
/** Its own services, which trace themselves. */
const OWN = /^jaeger(?:-|$)/;
const NO_JOB = 'Jaeger answers, but has no dependencies: the job that computes them is not running';

/** Throws Failure, also if there is nothing to read. */
export async function readJaeger(session: Session, url: string, window: string, choices: SpanChoices): Promise<Observed> {
  const { world, terminal } = session;
  const [endMs, lookbackMs] = [Date.now(), Number(window.slice(0, -1)) * UNITS[window.slice(-1)]!];
  const answer = await terminal.progress.during('asking Jaeger for its dependencies', 1, 2, () =>
    getJson(world, url, `/api/dependencies?endTs=${endMs}&lookback=${lookbackMs}`),
  );
  const series = listIn(answer).flatMap((link) => {
    const { parent, child, callCount } = (link ?? {}) as { parent?: unknown; child?: unknown; callCount?: unknown };
    if (typeof parent !== 'string' || typeof child !== 'string') return [];
    const labels = { client: parent, server: child, connection_type: '' };
    // A link says what such a series says.
    return [{ name: 'service_graph_request_total', labels, value: Number(callCount ?? 1) }];
  });
  if (series.length > 0) return observeSeries(series, choices.kindOfName, 'link');
  const services = listIn(await getJson(world, url, '/api/services')).filter(
    (name): name is string => typeof name === 'string' && !OWN.test(name),
  );
  const table = new SpanTable();
  const keys = [choices.owner, choices.group].filter((key) => key !== undefined);
  for (const [at, service] of services.entries()) {
    const range = `start=${(endMs - lookbackMs) * 1_000}&end=${endMs * 1_000}&limit=${TRACES_A_SERVICE}`;
    terminal.progress.update({ part: at / services.length, label: `asking Jaeger for traces of ${harmless(service)}` });
    const traces = await getJson(world, url, `/api/traces?service=${encodeURIComponent(service)}&${range}`).finally(() =>
      terminal.progress.stop(),
    );
    readJaegerTraces(traces, (span) => table.add(span), keys);
  }
  if (table.size === 0)
    throw new Failure(`${NO_JOB}, and it has no traces of ${countOf(services.length, 'service')} in the last ${window}`, {
      code: 'nothing_found',
      hint: 'give a longer --window, or let the collector write traces to a file and read it with observe otlp',
    });
  terminal.note(`${NO_JOB}; read the latest traces of ${countOf(services.length, 'service')} instead, at most ${TRACES_A_SERVICE} of each`);
  return observeSpans(table, choices);
}

function listIn(answer: unknown): unknown[] {
  const data = typeof answer === 'object' && answer !== null ? (answer as { data?: unknown }).data : undefined;
  return Array.isArray(data) ? (data as unknown[]) : [];
}
