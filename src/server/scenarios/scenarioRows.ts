/** How saved scenarios are stored, and how they are returned: with the present names of their members. */
import type { Scenario, ScenarioListInput } from '@/contract/savedScenarios';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { isGuid } from '@/contract/values/guid';
import type { Scenario as Row } from '@generated/client';
import { noSuch } from '@/server/landscape/namedThings';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { positionOf, sortKeys } from '@/server/lists/keyset';
import { searchIn } from '@/server/lists/search';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { presentMembers, type Member, type PresentMembers } from './scenarioMembers';
import { read } from '@/server/db/read';
import { outlinesOf, parseStored } from '@/server/db/parseStored';

const MEMBERS = outlinesOf<Member>('entityType', 'id', 'technicalName', 'state');

/** A scenario as it is recorded in the change log: with the names that its members had when they were stored. */
export type ScenarioRecord = Omit<Scenario, 'missing'>;

export function recordOf(row: Row): ScenarioRecord {
  return {
    id: row.id,
    name: row.name,
    technicalName: row.technicalName,
    description: row.description,
    failures: parseStored(MEMBERS, row.failures, { table: 'scenario', column: 'failures', id: row.id }).map(
      ({ entityType, id, technicalName, state }) => ({
        entityType,
        id,
        technicalName,
        state,
      }),
    ),
    withheldDependencies: row.withheldDependencies,
    baseline: row.baseline as Scenario['baseline'],
    durationMinutes: row.durationMinutes,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** The scenario as the API returns it. */
export async function scenarioOf(tx: Transaction, tenantId: string, record: ScenarioRecord): Promise<Scenario> {
  return answered(record, await presentMembers(tx, tenantId, [record]));
}

function answered(record: ScenarioRecord, present: PresentMembers): Scenario {
  const { createdAt, updatedAt, version, ...stated } = record;
  const missing = present.missingOf(record);
  const lastName = new Map(missing.map(({ entityType, id, technicalName }) => [`${entityType} ${id}`, technicalName]));
  const failures = record.failures.map((member) => {
    const { id, technicalName } = present.find(member) ?? {
      id: member.id,
      technicalName: lastName.get(`${member.entityType} ${member.id}`) ?? member.technicalName,
    };
    return { ...member, id, technicalName };
  });
  return { ...stated, failures, missing, createdAt, updatedAt, version };
}

/** Finds the row by id or technicalName. Throws 404. */
export async function findScenario(tx: Transaction, tenantId: string, reference: string): Promise<Row> {
  const by = isGuid(reference) ? { id: reference.toLowerCase() } : { technicalName: reference };
  const row = await tx.scenario.findFirst({ where: { tenantId, ...by } });
  if (row === null) throw noSuch('scenario', reference);
  return row;
}

/** Throws 404. */
export async function getScenario(tenant: TenantDb, reference: string): Promise<Scenario> {
  const { tenantId } = tenant;
  return read(tenant, async (tx) => scenarioOf(tx, tenantId, recordOf(await findScenario(tx, tenantId, reference))));
}

const SORTS = { technicalName: ['technicalName'], name: ['name'], updatedAt: ['updatedAt'] };

/** A page in the order of `sort` (default technicalName), by code unit. */
export async function listScenarios(tenant: TenantDb, query: ScenarioListInput): Promise<Page<Scenario>> {
  const { tenantId } = tenant;
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId, list: 'scenario', filters };
  const after = decodeCursor(scope, cursor);
  const { sort = 'technicalName', search } = filters;
  const keys = sortKeys(sort, SORTS, [['technicalName']]);
  const position = after === null ? null : (JSON.parse(after) as string[]);
  const where = { tenantId, ...(search === undefined ? {} : searchIn(['name', 'technicalName'], search)) };
  return read(tenant, async (tx) => {
    const rows = await tx.scenario.findMany({
      where: position === null ? where : { AND: [where, behind(keys, position)] },
      orderBy: keys.map(({ path, isDescending }) => ({ [path.join('.')]: isDescending ? ('desc' as const) : ('asc' as const) })),
      take: limit + 1,
    });
    const counted = await tx.scenario.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    const records = rows.map(recordOf);
    const present = await presentMembers(tx, tenantId, records.slice(0, limit));
    return pageFrom(
      scope,
      records,
      limit,
      counted,
      (record) => positionOf(keys, record),
      (record) => answered(record, present),
    );
  });
}

/** The condition that a row comes after the position of a cursor. */
function behind(keys: ReturnType<typeof sortKeys>, position: readonly string[]): object {
  const OR = keys.map(({ path, isDescending }, at) => ({
    ...Object.fromEntries(keys.slice(0, at).map((key, index) => [key.path.join('.'), position[index]])),
    [path.join('.')]: { [isDescending ? 'lt' : 'gt']: position[at] },
  }));
  return { OR };
}
