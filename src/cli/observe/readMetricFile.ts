/** Reads metrics from a file: text as exporters expose it, or an answer of Prometheus in JSON. */
import type { Series } from '@/domain/observe/seriesEdges';
import { MetricFile } from '@/sources/prometheus/metricFile';
import { Failure } from '@/cli/failure';
import type { Session } from '@/cli/session';
import { harmless } from '@/cli/terminal';
import { unpackedBytes } from './readTraceFiles';

/** `-` is standard input. Throws Failure. */
export async function readMetricFile(file: string, session: Session): Promise<Series[]> {
  const { progress } = session.terminal;
  const reader = new MetricFile();
  for await (const chunk of unpackedBytes(file, session, () => progress.update({ part: null, label: `reading ${harmless(file)}` })))
    reader.push(chunk);
  progress.stop();
  const series = reader.end();
  if (series === null)
    throw new Failure(`${file}: these are not metrics`, {
      code: 'not_metrics',
      hint: 'give what an exporter exposes, an answer of Prometheus, or its address, such as http://localhost:9090',
    });
  return series;
}
