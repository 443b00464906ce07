import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { mergeMetrics } from './mergeMetrics';

function registry(process: string, count: number): Registry {
  const made = new Registry();
  made.setDefaultLabels({ process });
  new Counter({ name: 'requests_total', help: 'Requests # HELP of all', labelNames: ['door'], registers: [made] }).inc(
    { door: 'rest' },
    count,
  );
  new Histogram({ name: 'seconds', help: 'Seconds.', buckets: [1], registers: [made] }).observe(count);
  return made;
}

it('names each metric once, with the samples of every process below it', async () => {
  const [first, second] = [registry('web-1', 2), registry('web-2', 3)];
  new Gauge({ name: 'only_here', help: 'Of one process.', registers: [second] }).set(7);
  expect(mergeMetrics([await first.metrics(), await second.metrics()])).toBe(`# HELP requests_total Requests # HELP of all
# TYPE requests_total counter
requests_total{door="rest",process="web-1"} 2
requests_total{door="rest",process="web-2"} 3

# HELP seconds Seconds.
# TYPE seconds histogram
seconds_bucket{le="1",process="web-1"} 0
seconds_bucket{le="+Inf",process="web-1"} 1
seconds_sum{process="web-1"} 2
seconds_count{process="web-1"} 1
seconds_bucket{le="1",process="web-2"} 0
seconds_bucket{le="+Inf",process="web-2"} 1
seconds_sum{process="web-2"} 3
seconds_count{process="web-2"} 1

# HELP only_here Of one process.
# TYPE only_here gauge
only_here{process="web-2"} 7
`);
});

it('leaves the answer of one process unchanged, and accepts empty and broken ones', async () => {
  const text = await registry('web-1', 2).metrics();
  expect(mergeMetrics([text])).toBe(text);
  expect(mergeMetrics(['', text, 'stray 1\n'])).toBe(text);
  expect(mergeMetrics([])).toBe('\n');
});
