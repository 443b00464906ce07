/** A copy of a tenant's graph for trying fixes, because the graph itself may be in use by another question. */
import { keepLast } from '@/plain/keepLast';
import { copyLandscape } from '@/domain/graph/landscape/copyLandscape';
import type { Landscape } from '@/domain/graph/landscape/views';
import { currentGraph } from './graphStore';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';

/** At most this many copies are kept for the next question, and none of larger landscapes. */
const MOST_KEPT = 4;
const LARGEST_KEPT = 200_000;

/** As new as the landscape was at the time of the call. Use it before the next await. */
export async function trialGraph(tenant: TenantDb): Promise<{ graph: Landscape; currency: string }> {
  const { graph, head } = await currentGraph(tenant);
  const kept = processState('trialGraphs', () => new Map<string, Landscape>());
  const { tenantId } = tenant;
  const known = kept.get(tenantId);
  const copy = known?.version === graph.version ? known : copyLandscape(graph);
  if (graph.components.count <= LARGEST_KEPT) keepLast(kept, tenantId, copy, MOST_KEPT);
  else kept.delete(tenantId);
  return { graph: copy, currency: head.currency };
}
