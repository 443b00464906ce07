/** The thread in which pictures are laid out. It is bundled into one file and started by the pool of workers; it answers one task at a time. */
import { parentPort } from 'node:worker_threads';
import { firstLegible, type LayoutTask } from './firstLegible';

parentPort?.on('message', (task: LayoutTask) => {
  firstLegible(task).then(
    (found) => parentPort?.postMessage(found),
    (error: unknown) => {
      // Ends the thread with it: whoever asked is told, and the next task has a new one.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
