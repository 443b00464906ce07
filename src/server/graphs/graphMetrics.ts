/** What Prometheus may ask of the graphs in memory: how many, how large, and what questions found. */
import { addGauge, counter, metrics } from '@/server/observability/metrics';
import { processState } from '@/server/processState';

/** What a question found: a graph of the newest version, one that was brought up to date, or none. */
export type GraphFound = 'current' | 'updated' | 'built';

/** `graphs` are those held now, by their bytes; 0 while one is being built. Called once per process. */
export function watchGraphs(graphs: () => Iterable<number>): void {
  processState('graphGauges', () => {
    const { registry } = metrics();
    addGauge(registry, 'faultline_graphs', 'Graphs in memory, one for each tenant that asked.', () => [...graphs()].length);
    const help = 'Memory that the graphs take together; GRAPH_CACHE_MEGABYTES is the limit.';
    addGauge(registry, 'faultline_graph_bytes', help, () => [...graphs()].reduce((sum, bytes) => sum + bytes, 0));
  });
}

function graphMetrics() {
  const help = 'Questions to a graph, by what they found: current, updated from the change log first, or built.';
  return processState('graphMetrics', () => ({
    found: counter('faultline_graph_questions_total', help, ['result']),
    evictions: counter('faultline_graph_evictions_total', 'Graphs dropped to make room for others.', []),
  }));
}

export function countFound(result: GraphFound): void {
  graphMetrics().found.inc({ result });
}

export function countEviction(): void {
  graphMetrics().evictions.inc();
}
