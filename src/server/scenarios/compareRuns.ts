/** Compares two runs of a scenario by identity, or a run with the present result. Writes nothing. */
import type { ScenarioComparison } from '@/contract/savedScenarios';
import type { ScenarioAnswer } from '@/contract/scenarios';
import type { Principal } from '@/domain/access';
import { compareOutcomes } from '@/domain/graph/questions/scenarioComparison';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { evaluateSaved, statesOf, unpackStates, type KeptStates } from './scenarioOutcome';
import { findScenario, recordOf, type ScenarioRecord } from './scenarioRows';
import { noSuchRun, runOf } from './scenarioRuns';
import { read } from '@/server/db/read';

/** At most this many entries of each list are returned. */
const MOST_DIFFERENCES = 1_000;

interface Side {
  told: ScenarioComparison['from'];
  states: KeptStates;
  /** Whether applications not in service counted, as they did in version 2.0. */
  isByFormerRules: boolean;
}

/**
 * Throws 404 if a run does not belong to this scenario, and 409 `conflict` if `to` is now and everything that fails in the scenario is
 * gone.
 */
export async function compareRuns(
  tenant: TenantDb,
  { canSeeRevenue }: Principal,
  { idOrTechnicalName, from: fromRun, to: toRun = 'now' }: { idOrTechnicalName: string; from: string; to?: string | undefined },
  now: Date,
): Promise<ScenarioComparison> {
  const { tenantId } = tenant;
  const { record, runs } = await read(tenant, async (tx) => {
    const found = recordOf(await findScenario(tx, tenantId, idOrTechnicalName));
    const asked = [fromRun, ...(toRun === 'now' ? [] : [toRun])];
    return { record: found, runs: await sidesOf(tx, tenantId, found.id, asked, canSeeRevenue) };
  });
  const [from, to = await sideNow(tenant, record, canSeeRevenue, now)] = runs;
  if (from === undefined) throw noSuchRun(fromRun);
  const differences = compareOutcomes(from.states, to.states);
  const lists = Object.entries(differences) as [string, unknown[]][];
  const { id, technicalName, name } = record;
  return {
    scenario: { id, technicalName, name },
    from: from.told,
    to: to.told,
    isSame: from.told.digest === to.told.digest,
    ...(Object.fromEntries(lists.map(([list, rows]) => [list, rows.slice(0, MOST_DIFFERENCES)])) as unknown as typeof differences),
    omitted: lists.reduce((sum, [, rows]) => sum + Math.max(0, rows.length - MOST_DIFFERENCES), 0),
    haveRulesChanged: from.isByFormerRules !== to.isByFormerRules,
    isPartial: from.states.isPartial || to.states.isPartial,
  };
}

async function sidesOf(
  tx: Transaction,
  tenantId: string,
  scenarioId: string,
  runs: readonly string[],
  canSeeRevenue: boolean,
): Promise<Side[]> {
  const sides: Side[] = [];
  for (const run of runs) {
    const row = await tx.scenarioRun.findFirst({ where: { tenantId, scenarioId, id: run } });
    if (row === null) throw noSuchRun(run);
    const { id, at, landscapeVersion, answer, missing } = runOf(row, canSeeRevenue);
    sides.push({
      told: toldOf(id, at, landscapeVersion, answer, missing),
      states: await unpackStates(row.states),
      isByFormerRules: answer.completeness.notInService === undefined,
    });
  }
  return sides;
}

async function sideNow(tenant: TenantDb, record: ScenarioRecord, canSeeRevenue: boolean, now: Date): Promise<Side> {
  const { answer, digestWithoutRevenue, missing } = await evaluateSaved(tenant, record);
  const { revenueExposure: _, ...unpriced } = answer;
  const seen = canSeeRevenue ? answer : { ...unpriced, digest: digestWithoutRevenue };
  return {
    told: toldOf(null, now.toISOString(), answer.landscapeVersion, seen, missing),
    states: statesOf(answer),
    isByFormerRules: false,
  };
}

function toldOf(
  run: string | null,
  at: string,
  landscapeVersion: number,
  { digest, counts, revenueExposure }: Omit<ScenarioAnswer, 'revenueExposure'> & Pick<ScenarioAnswer, 'revenueExposure'>,
  missing: ScenarioComparison['from']['missing'],
): Side['told'] {
  const exposure =
    revenueExposure === undefined ? {} : { expectedPerHour: revenueExposure.expectedPerHour, currency: revenueExposure.currency };
  return { run, at, landscapeVersion, digest, counts, missing, ...exposure };
}
