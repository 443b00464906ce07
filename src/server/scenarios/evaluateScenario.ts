/** Evaluates several failures together over the landscape as it is, with what it reports now, or as it was. Writes nothing. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { ScenarioAnswer, ScenarioInput, ScenarioPicture, ScenarioPictureInput } from '@/contract/scenarios';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Landscape } from '@/domain/graph/landscape/views';
import { evaluateScenario } from '@/domain/graph/questions/scenario';
import type { ScenarioFailureAsked } from '@/domain/graph/questions/scenario';
import { scenarioColumns } from '@/domain/graph/impactPicture/scenarioColumns';
import { HEALTH_STATES } from '@/domain/vocabulary';
import type { FailureState } from '@/domain/vocabulary';
import { askGraph, askThisGraph } from '@/server/graphs/askGraph';
import { pastGraph } from '@/server/graphs/pastGraphs';
import { pastInstantOf } from '@/server/graphs/pastInstant';
import { reportedHealth } from '@/server/health/healthRows';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Steps } from '@/plain/steps';
import { scenarioDigest } from './scenarioDigest';
import { read } from '@/server/db/read';

const MOST_ISSUES = 100;

/** The question, without the failures. */
interface Asked extends Pick<ScenarioInput, 'baseline' | 'durationMinutes' | 'componentLimit' | 'includeNotInService'> {
  canSeeRevenue: boolean;
}

/** What fails, as nodes of a graph. */
export interface NamedInGraph {
  failures: ScenarioFailureAsked[];
  /** Slots of dependencies. */
  withheld: ReadonlySet<number>;
}

export interface Evaluated<Shown> {
  answer: ScenarioAnswer;
  /** The digest of the same answer for callers who may not see revenue. */
  digestWithoutRevenue: string;
  shown: Shown;
}

/** Throws 400 with the path of each entity and dependency that is not in the landscape (of then), and for an instant in the future. */
export async function answerScenario(tenant: TenantDb, { canSeeRevenue }: Principal, input: ScenarioInput): Promise<ScenarioAnswer> {
  const asked = { ...input, canSeeRevenue };
  const { answer } = await evaluate(
    tenant,
    asked,
    (graph) => namedIn(graph, input),
    () => null,
  );
  return answer;
}

/** The same, plus columns for a picture. Throws the same. */
export async function pictureScenario(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  input: ScenarioPictureInput,
): Promise<ScenarioPicture> {
  const asked = { ...input, canSeeRevenue };
  const { answer, shown } = await evaluate(
    tenant,
    asked,
    (graph) => namedIn(graph, input),
    (graph, { failures }, currency) => ({ ...scenarioColumns(graph, failures, asked), currency }),
  );
  return { answer, lanes: shown };
}

/**
 * Evaluates in turns with the questions of other tenants. `find` returns what fails in the graph; `show` reads the outcome from the graph's
 * scratch arrays. Throws what `find` throws, and 400 for an instant in the future.
 */
export async function evaluate<Shown>(
  tenant: TenantDb,
  asked: Asked,
  find: (graph: Landscape) => NamedInGraph,
  show: (graph: Landscape, named: NamedInGraph, currency: string) => Shown,
): Promise<Evaluated<Shown>> {
  const baseline = asked.baseline ?? 'clean';
  const downFrom = await incidentThreshold(tenant);
  const health = baseline === 'live' ? await read(tenant, (tx) => reportedHealth(tx, tenant.tenantId)) : null;
  const past = typeof baseline === 'object' ? await pastInstantOf(tenant, baseline.at, 'baseline.at') : null;
  const kind = typeof baseline === 'object' ? ('at' as const) : baseline;
  const told = { baseline: { kind, at: past?.at ?? null }, durationMinutes: asked.durationMinutes ?? null };
  function* question(graph: Landscape, currency: string): Steps<Evaluated<Shown>> {
    const named = find(graph);
    const { uncutComponents, ...evaluation } = yield* evaluateScenario(graph, {
      failures: named.failures,
      withheld: named.withheld.size === 0 ? null : named.withheld,
      reported: health === null ? null : reportedStarts(graph, health.unhealthy),
      durationMinutes: told.durationMinutes,
      downFrom,
      componentLimit: asked.componentLimit ?? null,
      currency,
      canSeeRevenue: asked.canSeeRevenue,
      includeNotInService: asked.includeNotInService ?? false,
    });
    const shown = show(graph, named, currency);
    const withheld = Array.from(named.withheld, (slot) => graph.edges.idOf(slot));
    yield;
    const whole = { ...evaluation, ...told };
    const digest = scenarioDigest(tenant.tenantId, whole, uncutComponents, withheld);
    const { revenueExposure, ...unpriced } = whole;
    const digestWithoutRevenue =
      revenueExposure === undefined ? digest : scenarioDigest(tenant.tenantId, unpriced, uncutComponents, withheld);
    return { answer: { ...whole, digest }, digestWithoutRevenue, shown };
  }
  if (past === null) return askGraph(tenant, (graph, { currency }) => question(graph, currency));
  const { graph, currency } = await pastGraph(tenant, past);
  return askThisGraph(tenant, graph, () => question(graph, currency));
}

const THRESHOLD = {
  name: 'incident threshold',
  text: `select "incidentThreshold"::text as "threshold" from "tenant" where "id" = $1::uuid`,
};

async function incidentThreshold(tenant: TenantDb): Promise<FailureState> {
  const [row] = await read<{ threshold: FailureState }>(tenant, THRESHOLD);
  if (row === undefined) throw new Error('The tenant has no row.');
  return row.threshold;
}

/** Resolves the names in the question. Throws 400 with the path of each unknown one. */
function namedIn(graph: Landscape, input: Pick<ScenarioInput, 'failures' | 'withheldDependencies'>): NamedInGraph {
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
  refuse(issues);
  return { failures, withheld };
}

/** Throws 400 with the issues, if there are any. */
export function refuse(issues: readonly { path: string; message: string }[]): void {
  const [first] = issues;
  if (first !== undefined) throw new AppError('invalid_input', `${first.path}: ${first.message}`, { issues: issues.slice(0, MOST_ISSUES) });
}

function reportedStarts(graph: Landscape, unhealthy: readonly { componentId: string; state: FailureState }[]): Map<number, number> {
  const starts = new Map<number, number>();
  for (const { componentId, state } of unhealthy) {
    const node = graph.components.find(componentId);
    if (node !== -1) starts.set(node, HEALTH_STATES.indexOf(state));
  }
  return starts;
}
