/** The thread in which the weak points of a whole landscape are worked out. It is bundled into one file and started by the pool of workers. */
import { parentPort } from 'node:worker_threads';
import { summarise, type SummaryTask } from '@/domain/graph/weakPoints/weakPointSummary';

parentPort?.on('message', (task: SummaryTask) => parentPort?.postMessage(summarise(task)));
