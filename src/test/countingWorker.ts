/** A worker for tests: answers how many messages it has received. */
import { parentPort } from 'node:worker_threads';

let count = 0;
parentPort?.on('message', () => parentPort?.postMessage(++count));
