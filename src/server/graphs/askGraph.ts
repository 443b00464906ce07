/** Asks a graph long questions in steps, in turns with the questions of other tenants. */
import type { Landscape } from '@/domain/graph/landscape/views';
import type { WorkKind } from '@/server/fairness/queueMetrics';
import { takeTurns } from '@/server/fairness/takeTurns';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Steps } from '@/plain/steps';
import { currentGraph } from './graphStore';
import { useOf } from './graphUse';
import type { LandscapeHead } from './landscapeHead';

interface How {
  kind: WorkKind;
  /** From admission to answer. */
  deadlineMs: number;
}

const QUESTION: How = { kind: 'question', deadlineMs: 30_000 };

/**
 * The answer of the tenant's graph, at least as new as the landscape when this was called. `question` receives the graph and the tenant's
 * head at that time, and everything it reads in its steps has one landscape version. Throws as `currentGraph` and `takeTurns` do.
 */
export async function askGraph<Answer>(
  tenant: TenantDb,
  question: (graph: Landscape, head: LandscapeHead) => Steps<Answer>,
  how: How = QUESTION,
): Promise<Answer> {
  const { graph, head } = await currentGraph(tenant);
  return askThisGraph(tenant, graph, () => question(graph, head), how);
}

/** The same for a graph at hand, such as one of a past instant. */
export function askThisGraph<Answer>(
  { tenantId, signal }: TenantDb,
  graph: Landscape,
  question: () => Steps<Answer>,
  how: How = QUESTION,
): Promise<Answer> {
  const use = useOf(graph);
  const asked = { ...how, tenantId, signal, mayBegin: () => use.mayBegin };
  return takeTurns(asked, () => use.answer(question));
}
