/** The members of saved scenarios: resolved when somebody names them, stored by id, and checked when they are read. */
import { ENTITY_REGISTRY } from '@/contract/entityKinds';
import type { MissingMember } from '@/contract/savedScenarios';
import type { ScenarioFailureInput } from '@/contract/scenarios';
import { isGuid } from '@/contract/values/guid';
import type { Issue } from '@/domain/errors';
import { ENTITY_KINDS, HEALTH_STATES, type EntityKind, type FailureState } from '@/domain/vocabulary';
import { ENTITY_TABLES } from '@/server/landscape/entityTables';
import type { Transaction } from '@/server/db/transaction';

/** One stored failure of a scenario. The name is the one it had when it was stored. */
export interface Member {
  entityType: EntityKind;
  id: string;
  technicalName: string;
  state: FailureState;
}

interface Named {
  id: string;
  technicalName: string;
}

/** Resolves failures to ids: each entity once, with its worst state, in the order of first mention. Adds an issue for each unknown one. */
export async function resolveFailures(
  tx: Transaction,
  tenantId: string,
  failures: readonly ScenarioFailureInput[],
  issues: Issue[],
): Promise<Member[]> {
  const found = await findNamed(
    tx,
    tenantId,
    failures.map(({ entityType, entity }) => ({ entityType, reference: entity })),
  );
  const members = new Map<string, Member>();
  failures.forEach(({ entityType, entity, state = 'Outage' }, index) => {
    const named = found(entityType, entity);
    if (named === null) {
      issues.push({ path: `failures[${index}].entity`, message: `there is no ${ENTITY_REGISTRY[entityType].singular} ${entity}` });
      return;
    }
    const key = `${entityType} ${named.id}`;
    const known = members.get(key);
    if (known === undefined) members.set(key, { entityType, id: named.id, technicalName: named.technicalName, state });
    else if (HEALTH_STATES.indexOf(state) > HEALTH_STATES.indexOf(known.state)) known.state = state;
  });
  return [...members.values()];
}

/** The ids of existing dependencies, each once. Adds an issue for each unknown one. */
export async function resolveDependencies(tx: Transaction, tenantId: string, ids: readonly string[], issues: Issue[]): Promise<string[]> {
  const there = await livingDependencies(tx, tenantId, ids);
  ids.forEach((id, index) => {
    if (!there.has(id)) issues.push({ path: `withheldDependencies[${index}]`, message: `there is no dependency ${id}` });
  });
  return [...new Set(ids)];
}

/** The part of a scenario that names members. */
export interface NamesMembers {
  failures: readonly Pick<Member, 'entityType' | 'id' | 'technicalName'>[];
  withheldDependencies: readonly string[];
}

export interface PresentMembers {
  /** The member under its present name. If its id is gone, whatever has its name now takes its place; null if nothing does. */
  find(member: Pick<Member, 'entityType' | 'id' | 'technicalName'>): Named | null;
  /** The members of a scenario that are gone, with their last names. */
  missingOf(scenario: NamesMembers): MissingMember[];
}

/** Looks up all members of these scenarios at once. */
export async function presentMembers(tx: Transaction, tenantId: string, scenarios: readonly NamesMembers[]): Promise<PresentMembers> {
  const members = scenarios.flatMap(({ failures }) => failures);
  const found = await findNamed(
    tx,
    tenantId,
    members.flatMap(({ entityType, id, technicalName }) => [
      { entityType, reference: id },
      { entityType, reference: technicalName },
    ]),
  );
  const withheld = scenarios.flatMap(({ withheldDependencies }) => withheldDependencies);
  const there = await livingDependencies(tx, tenantId, withheld);
  const find: PresentMembers['find'] = ({ entityType, id, technicalName }) => found(entityType, id) ?? found(entityType, technicalName);
  const gone = [...members.filter((member) => find(member) === null).map(({ id }) => id), ...withheld.filter((id) => !there.has(id))];
  const last = await lastNames(tx, tenantId, gone);
  return {
    find,
    missingOf: (scenario) => [
      ...scenario.failures
        .filter((member) => find(member) === null)
        .map(({ entityType, id, technicalName }) => ({ entityType, id, technicalName: last.get(`${entityType} ${id}`) ?? technicalName })),
      ...scenario.withheldDependencies
        .filter((id) => !there.has(id))
        .map((id) => ({ entityType: 'dependency' as const, id, technicalName: last.get(`dependency ${id}`) ?? id })),
    ],
  };
}

type Find = (entityType: EntityKind, reference: string) => Named | null;

/** Looks up by id or technicalName, with one statement per kind. */
async function findNamed(
  tx: Transaction,
  tenantId: string,
  wanted: readonly { entityType: EntityKind; reference: string }[],
): Promise<Find> {
  const found = new Map<string, Named>();
  for (const kind of ENTITY_KINDS) {
    const references = [...new Set(wanted.flatMap(({ entityType, reference }) => (entityType === kind ? [reference] : [])))];
    if (references.length === 0) continue;
    const rows = await tx.$queryRawUnsafe<Named[]>(
      `select "id"::text as "id", "technicalName" from "${ENTITY_TABLES[kind].table}"
       where "tenantId" = $1::uuid and ("id" = any($2::uuid[]) or "technicalName" = any($3::text[]))`,
      tenantId,
      references.filter(isGuid),
      references.filter((reference) => !isGuid(reference)),
    );
    for (const row of rows) found.set(`${kind} ${row.id}`, row).set(`${kind} ${row.technicalName}`, row);
  }
  return (kind, reference) => found.get(`${kind} ${isGuid(reference) ? reference.toLowerCase() : reference}`) ?? null;
}

async function livingDependencies(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.dependency.findMany({ where: { tenantId, id: { in: [...new Set(ids)] } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** The last known name of each entity in the change log, by kind and id (`component 3f2b…`). */
export async function lastNames(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.$queryRawUnsafe<{ kind: string; id: string; technicalName: string }[]>(
    `select distinct on (c."kind", c."entityId") c."kind", c."entityId"::text as "id", c."technicalName"
     from "change" c join "change_set" s on s."tenantId" = c."tenantId" and s."id" = c."changeSetId"
     where c."tenantId" = $1::uuid and c."entityId" = any($2::uuid[]) and c."kind" = any($3::text[])
     order by c."kind", c."entityId", s."position" desc, c."sequence" desc`,
    tenantId,
    [...new Set(ids)],
    [...ENTITY_KINDS, 'dependency'],
  );
  return new Map(rows.map(({ kind, id, technicalName }) => [`${kind} ${id}`, technicalName]));
}
