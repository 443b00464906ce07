/**
 * What the graph says about a landscape as a whole, computed once per version: the widest blast radii and the most exposed capabilities.
 */
import { keepLast } from '@/plain/keepLast';
import type { HomeOverview } from '@/contract/homeOverview';
import { countAffected, isAffected } from '@/domain/affected';
import { countCauses, mostExposedCapabilities } from '@/domain/graph/questions/capabilityExposure';
import type { Landscape } from '@/domain/graph/landscape/views';
import { byWidth, seeminglyWidest, wideBlastRadius, type WideBlastRadius } from '@/domain/graph/questions/widestBlastRadii';
import { askGraph } from '@/server/graphs/askGraph';
import { currentGraph } from '@/server/graphs/graphStore';
import { processState } from '@/server/processState';
import type { TenantDb } from '@/server/db/tenantDb';

export type Extremes = Pick<HomeOverview, 'size' | 'widest' | 'capabilities'>;

/** The caller's plan and rights, which affect the answer. */
export interface Asker {
  planMaximumDepth: number;
  canSeeRevenue: boolean;
  currency: string;
}

const MOST_ROWS = 5;
/** How many candidates for the widest blast radius are examined: plenty for a small landscape, as many as time allows for a large one. */
const MOST_ASKED = 24;
const MOST_ASKED_OF_MANY = 8;
const MANY_COMPONENTS = 2_000;
/** How many tenants' answers are cached. */
const MOST_KEPT = 500;

interface Kept {
  version: number;
  answers: Map<string, Promise<Extremes>>;
}

/** As of the landscape now or later. Others may run between two blast radii. */
export async function extremesOf(tenant: TenantDb, asker: Asker): Promise<Extremes & { landscapeVersion: number }> {
  const { graph } = await currentGraph(tenant);
  const { version } = graph;
  const all = processState('landscapeExtremes', () => new Map<string, Kept>());
  let kept = all.get(tenant.tenantId);
  if (kept === undefined || kept.version < version) kept = { version, answers: new Map() };
  keepLast(all, tenant.tenantId, kept, MOST_KEPT);
  const key = JSON.stringify(asker);
  const { answers } = kept;
  let answer = answers.get(key);
  if (answer === undefined) {
    // Callers with the same question share it, so it is not cancelled when the first one disconnects.
    answer = workOut({ tenantId: tenant.tenantId, database: tenant.database }, asker);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
  }
  return { ...(await answer), landscapeVersion: kept.version };
}

async function workOut(tenant: TenantDb, asker: Asker): Promise<Extremes> {
  const { size, exposed, asked } = await askGraph(tenant, function* (graph) {
    const { components, edges, applications } = graph;
    return {
      size: { components: components.count, dependencies: edges.count, applications: [...applications].length },
      exposed: mostExposedCapabilities(graph, MOST_ROWS, asker.canSeeRevenue),
      asked: yield* seeminglyWidest(graph, components.count > MANY_COMPONENTS ? MOST_ASKED_OF_MANY : MOST_ASKED),
    };
  });
  const found: { wide: WideBlastRadius; row: Extremes['widest'][number] }[] = [];
  const capabilities: Extremes['capabilities'] = [];
  // One question after another, so that a change waits for only one of them.
  for (const { perHour, ...row } of exposed)
    capabilities.push({
      ...row,
      components: await askGraph(tenant, (graph) => countCauses(graph, row.id, asker.planMaximumDepth)),
      ...(perHour === null ? {} : { revenuePerHour: { currency: asker.currency, perHour } }),
    });
  for (const id of asked) {
    const answer = await askGraph(tenant, function* (graph) {
      const wide = yield* wideBlastRadius(graph, id, asker);
      return wide === null ? null : { wide, row: rowOf(graph, wide, asker.currency) };
    });
    if (answer !== null) found.push(answer);
  }
  const widest = found.sort((left, right) => byWidth(left.wide, right.wide)).slice(0, MOST_ROWS);
  return { size, capabilities, widest: widest.map(({ row }) => row) };
}

function rowOf(graph: Landscape, { answer, affected }: WideBlastRadius, currency: string): Extremes['widest'][number] {
  const { entity, origin, applications, capabilities, audiences, revenueExposure: revenue } = answer;
  const [start] = origin;
  if (start === undefined) throw new Error('A component that does not stand for itself.');
  const application = graph.applications.at(graph.applications.indexOf(start.applicationId));
  return {
    id: entity.id,
    technicalName: entity.technicalName,
    name: entity.name,
    kind: start.kind,
    application: application.name,
    criticalityTier: application.criticalityTier,
    affected,
    applications: countAffected(applications),
    capabilities: countAffected(capabilities),
    ...peopleIn(audiences.filter(isAffected)),
    ...(revenue === undefined ? {} : { revenue: { currency, perHour: revenue.perHour, expectedPerHour: revenue.expectedPerHour } }),
  };
}

function peopleIn(audiences: readonly { people: number | null }[]): Pick<Extremes['widest'][number], 'people' | 'audiencesWithoutNumber'> {
  const known = audiences.flatMap(({ people }) => (people === null ? [] : [people]));
  const people = known.length === 0 ? null : known.reduce((sum, more) => sum + more, 0);
  return { people, audiencesWithoutNumber: audiences.length - known.length };
}
