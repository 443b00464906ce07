/**
 * The thread in which the weak points of a whole landscape are worked out. It is bundled into one file and started by the pool of workers. While
 * it lives it remembers the summary before of a few tenants, so that after a change it works out only what the change can reach.
 */
import { parentPort } from 'node:worker_threads';
import type { SummaryMemory } from '@/domain/graph/weakPoints/summaryMemory';
import type { SummaryTask } from '@/domain/graph/weakPoints/summaryTask';
import { summariseAgain } from '@/domain/graph/weakPoints/weakPointSummary';

export interface TenantTask {
  tenantId: string;
  task: SummaryTask;
}

/** Of so many tenants, those of the latest summaries. */
const MOST_REMEMBERED = 8;
/** The order is that of use. */
const memories = new Map<string, SummaryMemory>();

parentPort?.on('message', ({ tenantId, task }: TenantTask) => {
  const { summary, memory } = summariseAgain(task, memories.get(tenantId) ?? null);
  memories.delete(tenantId);
  memories.set(tenantId, memory);
  for (const oldest of [...memories.keys()].slice(0, -MOST_REMEMBERED)) memories.delete(oldest);
  parentPort?.postMessage(summary);
});
