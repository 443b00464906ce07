/** Evaluates failures that come together over the landscape as it is, as it reports itself, or as it was. Writes nothing. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { ScenarioAnswer, ScenarioInput, ScenarioPicture } from '@/contract/scenarios';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { LandscapeGraph } from '@/domain/graph/landscapeGraph';
import { evaluateScenario } from '@/domain/graph/scenario';
import type { ScenarioFailureAsked } from '@/domain/graph/scenario';
import { scenarioLanes } from '@/domain/graph/scenarioLanes';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { currentGraph } from '@/server/graphs/graphStore';
import { pastGraph } from '@/server/graphs/pastGraphs';
import { pastInstantOf } from '@/server/graphs/pastInstant';
import { reportedHealth } from '@/server/health/healthRows';
import { inTenant, readRows, type TenantDb } from '@/server/tenantDb';
import { scenarioDigest } from './scenarioDigest';

const MOST_ISSUES = 100;

/** Throws 400 that names the path of each entity and dependency that is not in the landscape (of then), and of an instant still to come. */
export async function answerScenario(tenant: TenantDb, principal: Principal, input: ScenarioInput): Promise<ScenarioAnswer> {
  return (await evaluated(tenant, principal, input, () => null)).answer;
}

/** The same, and as lanes for a picture. Throws as that does. */
export async function pictureScenario(tenant: TenantDb, principal: Principal, input: ScenarioInput): Promise<ScenarioPicture> {
  const { answer, shown } = await evaluated(tenant, principal, input, (graph, failures, currency) => {
    return { ...scenarioLanes(graph, failures, principal.canSeeRevenue), currency };
  });
  return { answer, lanes: shown };
}

/** `show` finds the outcome on the scratch arrays of the graph. */
async function evaluated<Shown>(
  tenant: TenantDb,
  principal: Principal,
  input: ScenarioInput,
  show: (graph: LandscapeGraph, failures: readonly ScenarioFailureAsked[], currency: string) => Shown,
): Promise<{ answer: ScenarioAnswer; shown: Shown }> {
  const baseline = input.baseline ?? 'clean';
  const downFrom = await incidentThreshold(tenant);
  const health = baseline === 'live' ? await inTenant(tenant, (tx) => reportedHealth(tx, tenant.tenantId)) : null;
  const past = typeof baseline === 'object' ? await pastInstantOf(tenant, baseline.at, 'baseline.at') : null;
  // From here to the end nothing may edit the graph.
  const { graph, currency } = past === null ? await presentGraph(tenant) : await pastGraph(tenant, past);
  const named = namedIn(graph, input);
  const { uncutComponents, ...evaluation } = evaluateScenario(graph, {
    ...named,
    reported: health === null ? null : reportedStarts(graph, health.unhealthy),
    durationMinutes: input.durationMinutes ?? null,
    downFrom,
    componentLimit: input.componentLimit ?? null,
    currency,
    canSeeRevenue: principal.canSeeRevenue,
  });
  const shown = show(graph, named.failures, currency);
  const asked = {
    baseline: { kind: typeof baseline === 'object' ? ('at' as const) : baseline, at: past?.at ?? null },
    durationMinutes: input.durationMinutes ?? null,
  };
  const withheld = input.withheldDependencies ?? [];
  const told = { ...evaluation, ...asked };
  return { answer: { ...told, digest: scenarioDigest(tenant.tenantId, told, uncutComponents, withheld) }, shown };
}

async function presentGraph(tenant: TenantDb): Promise<{ graph: LandscapeGraph; currency: string }> {
  const { graph, head } = await currentGraph(tenant);
  return { graph, currency: head.currency };
}

const THRESHOLD = {
  name: 'incident threshold',
  text: `select "incidentThreshold"::text as "threshold" from "tenant" where "id" = $1::uuid`,
};

async function incidentThreshold(tenant: TenantDb): Promise<FailureState> {
  const [row] = await readRows<{ threshold: FailureState }>(tenant, THRESHOLD);
  if (row === undefined) throw new Error('The tenant has no row.');
  return row.threshold;
}

/** What the question names, as the graph knows it. Throws 400 with the path of whatever it does not. */
function namedIn(graph: LandscapeGraph, input: ScenarioInput): { failures: ScenarioFailureAsked[]; withheld: ReadonlySet<number> | null } {
  const issues: { path: string; message: string }[] = [];
  const failures = input.failures.flatMap(({ entityType, entity: name, state }, index) => {
    const entity = graph.findEntity(entityType, name);
    if (entity === null) {
      issues.push({ path: `failures[${index}].entity`, message: `there is no ${ENTITY_REGISTRY[entityType].singular} ${name}` });
      return [];
    }
    return [{ entity, state: state ?? ('Outage' as const) }];
  });
  const withheld = new Set<number>();
  (input.withheldDependencies ?? []).forEach((id, index) => {
    const edge = graph.edges.find(id);
    if (edge === -1) issues.push({ path: `withheldDependencies[${index}]`, message: `there is no dependency ${id}` });
    else withheld.add(edge);
  });
  if (issues.length > 0) {
    const [first] = issues;
    throw new AppError('invalid_input', `${first?.path}: ${first?.message}`, { issues: issues.slice(0, MOST_ISSUES) });
  }
  return { failures, withheld: withheld.size === 0 ? null : withheld };
}

function reportedStarts(graph: LandscapeGraph, unhealthy: readonly { componentId: string; state: FailureState }[]): Map<number, number> {
  const starts = new Map<number, number>();
  for (const { componentId, state } of unhealthy) {
    const node = graph.components.find(componentId);
    if (node !== -1) starts.set(node, HEALTH_STATES.indexOf(state));
  }
  return starts;
}
