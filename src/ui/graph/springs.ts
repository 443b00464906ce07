/** Places by springs, from a worker that lives for one layout. */
import type { Joined, Sized } from './elkEngine';
import type { Point } from './picture';
import type { SpringReply, SpringRequest } from './springWorker';

/** Centres, joined items near each other; they may lie over each other. */
export function runSprings(items: readonly Sized[], joins: readonly Joined[]): Promise<Map<string, Point>> {
  const worker = new Worker(new URL('./springWorker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SpringReply>) => {
      worker.terminate();
      resolve(new Map(data));
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(`The layout failed: ${event.message}`));
    };
    const request: SpringRequest = {
      nodes: items.map(({ id, width, height }) => ({ id, width, height })),
      edges: joins.map(({ source, target }) => ({ source, target })),
    };
    worker.postMessage(request);
  });
}
