/** Runs of saved scenarios: stored answers, with who asked and for which landscape version. The newest 100 of a scenario are kept. */
import { randomUUID } from 'node:crypto';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type { ScenarioRun, ScenarioRunSummary } from '@/contract/savedScenarios';
import type { ScenarioAnswer } from '@/contract/scenarios';
import { MOST_RUNS } from '@/contract/values/scenarios';
import type { Principal } from '@/domain/access';
import { AppError } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import type { ScenarioRun as Row } from '@generated/client';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { assertSavesScenarios } from './mayKeep';
import { evaluateSaved, packStates, statesOf, type Outcome } from './scenarioOutcome';
import { findScenario, recordOf } from './scenarioRows';
import { read } from '@/server/db/read';
import { write } from '@/server/db/write';
import { outlineOf, outlinesOf, parseStored } from '@/server/db/parseStored';

/** Rows stored of each list. */
const MOST_ROWS = 200;
const CUT_LISTS = [
  'failures',
  'origin',
  'components',
  'applications',
  'capabilities',
  'processes',
  'audiences',
  'gaveWay',
  'tolerances',
] as const;

/** Added to a stored answer for readers who may see revenue. */
interface KeptRevenue {
  digest: string;
  revenueExposure: ScenarioAnswer['revenueExposure'];
}

const ANSWER = outlineOf<ScenarioAnswer>('failures', 'components', 'capabilities', 'completeness', 'landscapeVersion');
const MISSING = outlinesOf<ScenarioRun['missing'][number]>('technicalName');
const OMITTED = outlineOf<ScenarioRun['omitted']>('components');
const REVENUE = outlineOf<KeptRevenue>('digest');

/** Returns the new run. Throws 403 `plan_required`, 404, and 409 `conflict` if everything that fails in the scenario is gone. */
export async function runScenario(tenant: TenantDb, plan: Plan, principal: Principal, reference: string, now: Date): Promise<ScenarioRun> {
  assertSavesScenarios(plan);
  const { tenantId } = tenant;
  const record = await read(tenant, async (tx) => recordOf(await findScenario(tx, tenantId, reference)));
  const outcome = await evaluateSaved(tenant, record);
  const states = await packStates(statesOf(outcome.answer));
  const row = await write(tenant, async (tx) => {
    // Locked, since it may have been deleted meanwhile.
    await tx.$queryRaw`select 1 from "scenario" where "tenantId" = ${tenantId}::uuid and "id" = ${record.id}::uuid for share`;
    await findScenario(tx, tenantId, record.id);
    const { type, id, name } = principal;
    const kept = await tx.scenarioRun.create({
      data: {
        tenantId,
        id: randomUUID(),
        scenarioId: record.id,
        at: now,
        actorType: type,
        actorId: id,
        actorName: name,
        ...keptOf(outcome),
        states,
      },
    });
    await dropOldest(tx, tenantId, record.id);
    return kept;
  });
  return runOf(row, principal.canSeeRevenue);
}

function keptOf({ answer, digestWithoutRevenue, missing }: Outcome) {
  const { revenueExposure, digest, completeness, ...rest } = answer;
  const lists = Object.fromEntries(CUT_LISTS.map((list) => [list, rest[list].slice(0, MOST_ROWS)]));
  const omitted = Object.fromEntries(CUT_LISTS.map((list) => [list, Math.max(0, rest[list].length - MOST_ROWS)]));
  // Beyond the components listed in the answer.
  const componentsOmitted = completeness.componentsOmitted + Math.max(0, rest.components.length - MOST_ROWS);
  const exposure = revenueExposure && { ...revenueExposure, byAudience: revenueExposure.byAudience.slice(0, MOST_ROWS) };
  const answered = { ...rest, ...lists, completeness: { ...completeness, componentsOmitted }, digest: digestWithoutRevenue };
  return {
    landscapeVersion: answer.landscapeVersion,
    answer: answered as object,
    revenue: { digest, revenueExposure: exposure } satisfies KeptRevenue as object,
    breached: answer.tolerances.filter(({ verdict }) => verdict === 'Breached').length,
    missing: missing as object[],
    omitted: { ...omitted, components: componentsOmitted },
  };
}

async function dropOldest(tx: Transaction, tenantId: string, scenarioId: string): Promise<void> {
  await tx.$executeRaw`
    delete from "scenario_run" where "tenantId" = ${tenantId}::uuid and "id" in (
      select "id" from "scenario_run" where "tenantId" = ${tenantId}::uuid and "scenarioId" = ${scenarioId}::uuid
      order by "at" desc, "id" desc offset ${MOST_RUNS}::int)`;
}

/** A run as the API returns it: with revenue only for readers who may see it. */
export function runOf(row: Omit<Row, 'states'>, canSeeRevenue: boolean): ScenarioRun {
  const answer = parseStored(ANSWER, row.answer, { table: 'scenario_run', column: 'answer', id: row.id });
  const { digest, revenueExposure } = parseStored(REVENUE, row.revenue, { table: 'scenario_run', column: 'revenue', id: row.id });
  const { completeness } = answer;
  return {
    id: row.id,
    scenarioId: row.scenarioId,
    at: row.at.toISOString(),
    actor: { type: row.actorType as ScenarioRun['actor']['type'], id: row.actorId, name: row.actorName },
    landscapeVersion: row.landscapeVersion,
    missing: parseStored(MISSING, row.missing, { table: 'scenario_run', column: 'missing', id: row.id }),
    breached: row.breached,
    answer: canSeeRevenue
      ? { ...answer, ...(revenueExposure && { revenueExposure }), digest }
      : { ...answer, completeness: { ...completeness, withheld: ['revenueExposure'] } },
    omitted: parseStored(OMITTED, row.omitted, { table: 'scenario_run', column: 'omitted', id: row.id }),
  };
}

/** Throws 404. */
export async function getRun(tenant: TenantDb, { canSeeRevenue }: Principal, reference: string, run: string): Promise<ScenarioRun> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const { id } = await findScenario(tx, tenantId, reference);
    const row = await tx.scenarioRun.findFirst({ where: { tenantId, scenarioId: id, id: run }, omit: { states: true } });
    if (row === null) throw noSuchRun(run);
    return runOf(row, canSeeRevenue);
  });
}

export function noSuchRun(run: string): AppError {
  return new AppError('not_found', `The scenario has no run with the id ${run}. The newest ${MOST_RUNS} are kept.`);
}

interface ListedRow {
  id: string;
  at: Date;
  actorType: ScenarioRun['actor']['type'];
  actorId: string;
  actorName: string;
  landscapeVersion: number;
  missing: ScenarioRun['missing'];
  breached: number;
  counts: ScenarioAnswer['counts'];
  excess: ScenarioAnswer['excess'];
  digest: string;
  revenueDigest: string;
  expectedPerHour: number | null;
  currency: string | null;
}

/** A page, newest first. Throws 404. */
export async function listRuns(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ScenarioRunSummary>> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => {
    const { id: scenarioId } = await findScenario(tx, tenantId, reference);
    const scope = { tenantId, list: 'scenario-run', filters: { scenarioId } };
    const [at = null, id = null] = decodeCursor(scope, cursor)?.split(' ') ?? [];
    const rows = await tx.$queryRaw<ListedRow[]>`
      select "id"::text as "id", "at", "actorType", "actorId", "actorName", "landscapeVersion", "missing", "breached", "answer"->'counts' as "counts",
        "answer"->'excess' as "excess", "answer"->>'digest' as "digest", "revenue"->>'digest' as "revenueDigest",
        ("revenue"->'revenueExposure'->>'expectedPerHour')::float8 as "expectedPerHour",
        "revenue"->'revenueExposure'->>'currency' as "currency"
      from "scenario_run" where "tenantId" = ${tenantId}::uuid and "scenarioId" = ${scenarioId}::uuid
        and (${at}::timestamptz is null or ("at", "id") < (${at}::timestamptz, ${id}::uuid))
      order by "at" desc, "id" desc limit ${limit + 1}::int`;
    const counted = await tx.scenarioRun.count({ where: { tenantId, scenarioId }, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(
      scope,
      rows,
      limit,
      counted,
      (row) => `${row.at.toISOString()} ${row.id}`,
      ({ actorType, actorId, actorName, digest, revenueDigest, expectedPerHour, currency, ...row }) => ({
        ...row,
        scenarioId,
        at: row.at.toISOString(),
        actor: { type: actorType, id: actorId, name: actorName },
        digest: canSeeRevenue ? revenueDigest : digest,
        ...(canSeeRevenue && expectedPerHour !== null && currency !== null ? { expectedPerHour, currency } : {}),
      }),
    );
  });
}
