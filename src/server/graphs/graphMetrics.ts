/** What Prometheus may ask of the graphs in memory: how many, how large, and what questions found. */
import { Counter, Gauge } from 'prom-client';
import { metrics } from '@/server/observability/metrics';
import { processState } from '@/server/processState';

/** What a question found: a graph of the newest version, one that was brought up to date, or none. */
export type GraphFound = 'current' | 'updated' | 'built';

interface GraphMetrics {
  found: Counter<'result'>;
  evictions: Counter;
}

/** `graphs` are those held now, by their bytes; 0 while one is being built. Called once per process. */
export function watchGraphs(graphs: () => Iterable<number>): void {
  processState('graphGauges', () => {
    const { registry } = metrics();
    return [
      new Gauge({
        name: 'faultline_graphs',
        help: 'Graphs in memory, one for each tenant that asked.',
        registers: [registry],
        collect() {
          this.set([...graphs()].length);
        },
      }),
      new Gauge({
        name: 'faultline_graph_bytes',
        help: 'Memory that the graphs take together; GRAPH_CACHE_MEGABYTES is the limit.',
        registers: [registry],
        collect() {
          this.set([...graphs()].reduce((sum, bytes) => sum + bytes, 0));
        },
      }),
    ];
  });
}

function graphMetrics(): GraphMetrics {
  return processState('graphMetrics', () => {
    const { registry } = metrics();
    return {
      found: new Counter({
        name: 'faultline_graph_questions_total',
        help: 'Questions to a graph, by what they found: current, updated from the change log first, or built.',
        labelNames: ['result'] as const,
        registers: [registry],
      }),
      evictions: new Counter({
        name: 'faultline_graph_evictions_total',
        help: 'Graphs dropped to make room for others.',
        registers: [registry],
      }),
    };
  });
}

export function countFound(result: GraphFound): void {
  graphMetrics().found.inc({ result });
}

export function countEviction(): void {
  graphMetrics().evictions.inc();
}
