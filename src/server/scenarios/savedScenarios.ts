/**
 * Creates, changes and deletes saved scenarios. Each change is recorded in the change log like that of any entity, so it appears in the
 * audit log and can be undone.
 */
import { randomUUID } from 'node:crypto';
import type { DeleteResult } from '@/contract/entityKinds';
import { assertIfMatch, scenarioTag } from '@/contract/etag';
import type { Scenario, ScenarioCreate, ScenarioPatch } from '@/contract/savedScenarios';
import type { Principal } from '@/domain/access';
import type { Issue } from '@/domain/errors';
import type { Plan } from '@/domain/vocabulary';
import { sqlState } from '@/server/db/databaseErrors';
import { nameTaken } from '@/server/landscape/namedThings';
import { forgetOwnership } from '@/server/landscape/ownership';
import { makeChange } from '@/server/landscape/changeLandscape';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { refuse } from './evaluateScenario';
import { assertRoom, assertSavesScenarios } from './mayKeep';
import { resolveDependencies, resolveFailures } from './scenarioMembers';
import { findScenario, recordOf, scenarioOf, type ScenarioRecord } from './scenarioRows';

/**
 * Returns the new scenario. Throws 403 `plan_required`, 400 with the path of each unknown member, 409 `duplicate`, and `conflict` if there
 * are too many.
 */
export async function createScenario(tenant: TenantDb, plan: Plan, principal: Principal, input: ScenarioCreate): Promise<Scenario> {
  assertSavesScenarios(plan);
  const { tenantId } = tenant;
  return makeChange(tenant, principal, {}, async (tx, record) => {
    await assertNameIsFree(tx, tenantId, input.technicalName, null);
    assertRoom(await tx.scenario.count({ where: { tenantId } }), 1);
    const { technicalName, name, description, baseline, durationMinutes } = input;
    const { failures = [], withheldDependencies = [] } = await membersOf(tx, tenantId, input);
    const data = {
      tenantId,
      id: randomUUID(),
      technicalName,
      name,
      description: description ?? null,
      failures,
      withheldDependencies,
      baseline: baseline ?? 'clean',
      durationMinutes: durationMinutes ?? null,
    };
    const after = recordOf(await namedOnce(technicalName, () => tx.scenario.create({ data })));
    record({ op: 'create', kind: 'scenario', entityId: after.id, technicalName, before: null, after });
    return scenarioOf(tx, tenantId, after);
  });
}

/**
 * Returns the changed scenario. A patch that changes nothing does not increment a version. Throws 404, 412, and what `createScenario`
 * throws.
 */
export async function updateScenario(
  tenant: TenantDb,
  plan: Plan,
  principal: Principal,
  reference: string,
  patch: ScenarioPatch,
  ifMatch: string | null,
): Promise<Scenario> {
  assertSavesScenarios(plan);
  const { tenantId } = tenant;
  return makeChange(tenant, principal, {}, async (tx, record) => {
    const before = await holdScenario(tx, tenantId, reference, ifMatch);
    if (patch.technicalName !== undefined) await assertNameIsFree(tx, tenantId, patch.technicalName, before.id);
    const { technicalName, name, description, baseline, durationMinutes } = patch;
    const stated = { technicalName, name, description, baseline, durationMinutes, ...(await membersOf(tx, tenantId, patch)) };
    const data = Object.fromEntries(Object.entries(stated).filter(([field, value]) => isChanged(before, field, value)));
    if (Object.keys(data).length === 0) return scenarioOf(tx, tenantId, before);
    const where = { tenantId_id: { tenantId, id: before.id } };
    const row = await namedOnce(technicalName ?? before.technicalName, () =>
      tx.scenario.update({ where, data: { ...data, version: { increment: 1 }, updatedAt: new Date() } }),
    );
    const after = recordOf(row);
    record({ op: 'update', kind: 'scenario', entityId: after.id, technicalName: after.technicalName, before, after });
    return scenarioOf(tx, tenantId, after);
  });
}

/** Returns what was deleted; its runs are deleted too. Throws 404 and 412. */
export async function deleteScenario(
  tenant: TenantDb,
  principal: Principal,
  reference: string,
  ifMatch: string | null,
): Promise<DeleteResult> {
  const { tenantId } = tenant;
  return makeChange(tenant, principal, {}, async (tx, record, changeSetId) => {
    const before = await holdScenario(tx, tenantId, reference, ifMatch);
    const { id, technicalName } = before;
    await tx.scenario.delete({ where: { tenantId_id: { tenantId, id } } });
    await forgetOwnership(tx, tenantId, changeSetId, 'scenario', [id]);
    record({ op: 'delete', kind: 'scenario', entityId: id, technicalName, before, after: null });
    return { deleted: [{ kind: 'scenario', id, technicalName }], unlinked: [] };
  });
}

/** The scenario, locked for the rest of the transaction. */
async function holdScenario(tx: Transaction, tenantId: string, reference: string, ifMatch: string | null): Promise<ScenarioRecord> {
  const { id } = await findScenario(tx, tenantId, reference);
  await tx.$queryRaw`select 1 from "scenario" where "tenantId" = ${tenantId}::uuid and "id" = ${id}::uuid for update`;
  const record = recordOf(await findScenario(tx, tenantId, id));
  if (ifMatch !== null) assertIfMatch(ifMatch, scenarioTag(await scenarioOf(tx, tenantId, record)));
  return record;
}

/** Resolves the stated members. Throws 400 with the path of each unknown one. */
async function membersOf(
  tx: Transaction,
  tenantId: string,
  { failures, withheldDependencies }: Pick<ScenarioPatch, 'failures' | 'withheldDependencies'>,
): Promise<{ failures?: object[]; withheldDependencies?: string[] }> {
  const issues: Issue[] = [];
  const members = failures === undefined ? {} : { failures: await resolveFailures(tx, tenantId, failures, issues) };
  const withheld =
    withheldDependencies === undefined
      ? {}
      : { withheldDependencies: await resolveDependencies(tx, tenantId, withheldDependencies, issues) };
  refuse(issues);
  return { ...members, ...withheld };
}

/** Members are compared as sets, so their order does not matter. */
function isChanged(before: ScenarioRecord, field: string, value: unknown): boolean {
  if (value === undefined) return false;
  const was: unknown = before[field as keyof ScenarioRecord];
  return JSON.stringify(inOrder(was)) !== JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (typeof item === 'string' ? item : `${(item as Member).id} ${(item as Member).state}`)).sort();
}

type Member = ScenarioRecord['failures'][number];

async function assertNameIsFree(tx: Transaction, tenantId: string, technicalName: string, ownId: string | null): Promise<void> {
  const other = await tx.scenario.findFirst({ where: { tenantId, technicalName }, select: { id: true } });
  if (other !== null && other.id !== ownId) throw nameTaken('scenario', technicalName, other.id);
}

async function namedOnce<Row>(technicalName: string, write: () => Promise<Row>): Promise<Row> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23505' || sqlState(error) === 'P2002') throw nameTaken('scenario', technicalName);
    throw error;
  }
}
