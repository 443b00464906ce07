/** Prometheus metrics about the queues in which work waits for its turn. */
import { Counter, Gauge, Histogram } from 'prom-client';
import { metrics } from '@/server/observability/metrics';
import { processState } from '@/server/processState';

/**
 * What runs in turns: questions to a graph, live impact, building graphs and writing large answers; in workers, manifests, pictures and
 * summaries.
 */
export type WorkKind = 'question' | 'impact' | 'loading' | 'writing' | 'manifest' | 'layout' | 'summary';

/** The present state of a queue. */
export interface LineState {
  kind: WorkKind;
  waiting: number;
  running: number;
  /** The age of the oldest piece of work that waits or runs. */
  oldestSeconds: number;
}

interface QueueMetrics {
  lines: (() => Iterable<LineState>)[];
  refusals: Counter<'kind' | 'reason'>;
  usedSeconds: Counter<'kind'>;
  turnSeconds: Histogram<'kind'>;
}

function create(): QueueMetrics {
  const { registry } = metrics();
  const lines: QueueMetrics['lines'] = [];
  const all = (): LineState[] => lines.flatMap((states) => [...states()]);
  new Gauge({
    name: 'faultline_work_pieces',
    help: 'Computing work that waits for its first turn or has started, by kind.',
    labelNames: ['kind', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, waiting, running } of all()) {
        this.inc({ kind, state: 'waiting' }, waiting);
        this.inc({ kind, state: 'running' }, running);
      }
    },
  });
  new Gauge({
    name: 'faultline_work_oldest_seconds',
    help: 'Age of the oldest unfinished piece of work, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, oldestSeconds } of all()) this.set({ kind }, oldestSeconds);
    },
  });
  const refusals = new Counter({
    name: 'faultline_work_refused_total',
    help: 'Pieces of work that were refused, by kind and reason: full (too many waiting for one tenant), late, or cancelled by the caller.',
    labelNames: ['kind', 'reason'] as const,
    registers: [registry],
  });
  const usedSeconds = new Counter({
    name: 'faultline_work_seconds_total',
    help: 'Time spent on work, by kind: on the main thread, or in a worker thread.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  const turnSeconds = new Histogram({
    name: 'faultline_work_turn_seconds',
    help: 'How long one turn of work took, by kind: a portion on the main thread, or a whole task in a worker thread.',
    labelNames: ['kind'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  return { lines, refusals, usedSeconds, turnSeconds };
}

function queueMetrics(): QueueMetrics {
  return processState('queueMetrics', create);
}

/** From now on, the metrics include these queues. */
export function watchLines(states: () => Iterable<LineState>): void {
  queueMetrics().lines.push(states);
}

export function countRefusal(kind: WorkKind, reason: 'full' | 'late' | 'cancelled'): void {
  queueMetrics().refusals.inc({ kind, reason });
}

/** One turn of this many milliseconds. */
export function countUsed(kind: WorkKind, milliseconds: number): void {
  const { usedSeconds, turnSeconds } = queueMetrics();
  usedSeconds.inc({ kind }, milliseconds / 1_000);
  turnSeconds.observe({ kind }, milliseconds / 1_000);
}
