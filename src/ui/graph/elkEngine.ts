/** ELK, running in a worker of its own that is started at the first layout and kept. */
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';

let elk: InstanceType<typeof ELK> | null = null;

/** Its worker takes several hundred milliseconds to load: whoever will soon need it may start it before. */
export function startElk(): InstanceType<typeof ELK> {
  return (elk ??= new ELK({ workerFactory: () => new Worker(new URL('./elkWorker.ts', import.meta.url), { type: 'module' }) }));
}

export function runElk(graph: ElkNode): Promise<ElkNode> {
  return startElk().layout(graph);
}

export interface Sized {
  id: string;
  width: number;
  height: number;
}

export interface Joined {
  source: string;
  target: string;
}

/** What ELK is told, in an order that depends on the ids alone: the same graph gets the same places. */
export function elkGraph(items: readonly Sized[], joins: readonly Joined[], layoutOptions: Record<string, string>): ElkNode {
  const children = [...items].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, width, height }) => ({ id, width, height }));
  const edges = joins
    .map(({ source, target }) => ({ id: `${source} ${target}`, sources: [source], targets: [target] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .filter(({ id }, index, all) => all[index - 1]?.id !== id);
  return { id: 'all', layoutOptions, children, edges };
}
