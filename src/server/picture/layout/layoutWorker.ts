/** The thread that lays out pictures. It is bundled into one file, started by the pool of workers, and handles one task at a time. */
import { parentPort } from 'node:worker_threads';
import { firstLegible, type LayoutTask } from './firstLegible';

parentPort?.on('message', (task: LayoutTask) => {
  firstLegible(task).then(
    (found) => parentPort?.postMessage(found),
    (error: unknown) => {
      // Ends the thread: the caller gets the error, and the next task gets a new thread.
      setImmediate(() => {
        throw error;
      });
    },
  );
});
