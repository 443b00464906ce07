/**
 * The thread that calculates the weak points of a whole landscape. It is bundled into one file and started by the pool of workers. It
 * remembers the previous summaries of a few tenants, so that after a change it calculates only what the change can affect.
 */
import { parentPort } from 'node:worker_threads';
import { keepLast } from '@/plain/keepLast';
import type { SummaryMemory } from '@/domain/graph/weakPoints/summaryMemory';
import type { SummaryTask } from '@/domain/graph/weakPoints/summaryTask';
import { summariseAgain } from '@/domain/graph/weakPoints/weakPointSummary';

export interface TenantTask {
  tenantId: string;
  task: SummaryTask;
}

/** For at most this many tenants, those with the latest summaries. */
const MOST_REMEMBERED = 8;
/** In order of use. */
const memories = new Map<string, SummaryMemory>();

parentPort?.on('message', ({ tenantId, task }: TenantTask) => {
  const { summary, memory } = summariseAgain(task, memories.get(tenantId) ?? null);
  keepLast(memories, tenantId, memory, MOST_REMEMBERED);
  parentPort?.postMessage(summary);
});
