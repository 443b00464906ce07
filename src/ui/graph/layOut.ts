/** Finds places for the nodes of a picture, in a worker: in layers and boxes up to a few hundred nodes, by springs above, where that would take too long. */
import { boxesOf, type Picture, type Positions } from './picture';
import type { SpringRequest, SpringReply } from './springWorker';

/** ELK's layers take seconds above this many. */
const LAYERS_UP_TO_NODES = 300;

export async function layOut(picture: Picture): Promise<Positions> {
  const boxes = boxesOf(picture);
  const leaves = picture.nodes.filter(({ id }) => !boxes.has(id)).length;
  if (leaves > LAYERS_UP_TO_NODES) return layOutBySprings(picture);
  const { layOutInBoxes } = await import('./boxLayout');
  return layOutInBoxes(picture);
}

function layOutBySprings({ nodes, edges }: Picture): Promise<Positions> {
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
      nodes: nodes.map(({ id, parent, width, height }) => ({ id, parent, width, height })),
      edges: edges.map(({ id, source, target }) => ({ id, source, target })),
    };
    worker.postMessage(request);
  });
}
