/** Create, list, get and update for all nine kinds; deletion is in its own file. */
import { randomUUID } from 'node:crypto';
import { ENTITY_REGISTRY, type CreateInputOf, type EntityOf, type PatchInputOf } from '@/contract/entityKinds';
import { assertIfMatch, entityTag } from '@/contract/etag';
import type { EntitySort, Page } from '@/contract/lists';
import { isGuid } from '@/contract/values/guid';
import type { Principal } from '@/domain/access';
import { referenceOf, type Reference } from '@/domain/references';
import type { EntityKind } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { makeChange, type Recorder } from './changeLandscape';
import { takeComponentOrdinals } from './componentCounter';
import { readEntity, readEntityPage } from './entityReads';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { assertLinksExist, assertNoCapabilityCycle } from './entityLinks';
import { helpColumn, isHelpField } from './helpColumn';
import { rememberFormerNames, takeName } from './formerNames';
import { ENTITY_TABLES, entityFromRow, includeOf, modelOf, type EntityRow } from './entityTables';
import { positionOf, sortKeys } from '@/server/lists/keyset';
import { assertMayWriteRevenue, withoutRevenue } from './revenue';
import { byCodeUnit } from '@/plain/order';
import { nameTaken, noSuch } from './namedThings';

type Fields = Record<string, unknown>;

/**
 * Creates an entity and returns it complete. Throws 400 with the path of an unknown id, 409 `duplicate`, `former_name` and `plan_limit`.
 */
export async function createEntity<Kind extends EntityKind>(
  tenant: TenantDb,
  principal: Principal,
  kind: Kind,
  input: CreateInputOf<Kind>,
): Promise<EntityOf<Kind>> {
  const { reuseName, ...fields } = input as Fields;
  assertMayWriteRevenue(kind, fields, principal.canSeeRevenue);
  const result = await makeChange(
    tenant,
    principal,
    { isExclusive: kind === 'capability' && fields.parentId != null },
    async (tx, record, changeSetId) => {
      await assertLinksExist(tx, tenant.tenantId, kind, fields);
      await assertNameIsFree(tx, tenant.tenantId, kind, String(fields.technicalName), null);
      await takeName(tx, tenant.tenantId, kind, String(fields.technicalName), { mayReuse: reuseName === true, ownId: null, changeSetId });
      const ordinal = kind === 'component' ? { ordinal: await takeComponentOrdinals(tx, tenant.tenantId, 1) } : {};
      const row = await modelOf(tx, kind)
        .create({
          data: { tenantId: tenant.tenantId, id: randomUUID(), ...ordinal, ...columnsOf(kind, fields, 'create') },
          ...includeOf(kind),
        })
        .catch((error: unknown) => rethrowDuplicate(error, kind, String(fields.technicalName)));
      const entity = entityFromRow(kind, row);
      record({ op: 'create', kind, entityId: entity.id, technicalName: entity.technicalName, before: null, after: entity });
      return entity;
    },
  );
  return withoutRevenue(kind, result, principal.canSeeRevenue);
}

/** By id or technicalName, without revenue if the caller may not see it. Throws `not_found`. */
export async function getEntity<Kind extends EntityKind>(
  tenant: TenantDb,
  { canSeeRevenue }: Pick<Principal, 'canSeeRevenue'>,
  kind: Kind,
  reference: string,
): Promise<EntityOf<Kind>> {
  const entity = isGuid(reference)
    ? await readEntity(tenant, kind, 'id', reference.toLowerCase())
    : await readEntity(tenant, kind, 'technicalName', reference);
  if (entity === null) throw noSuch(ENTITY_REGISTRY[kind].singular, reference);
  return withoutRevenue(kind, entity, canSeeRevenue);
}

export interface EntityListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  sort?: EntitySort | undefined;
  [filter: string]: unknown;
}

const SORTS = { technicalName: ['technicalName'], name: ['name'], updatedAt: ['updatedAt'] };

/** A page in the order of `sort`, default by technical name, by code unit. */
export async function listEntities<Kind extends EntityKind>(
  tenant: TenantDb,
  principal: Principal,
  kind: Kind,
  query: EntityListQuery,
): Promise<Page<EntityOf<Kind>>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: `${kind} by keys`, filters };
  const after = decodeCursor(scope, cursor);
  const { sort = 'technicalName', ...conditions } = filters;
  const keys = sortKeys(sort, SORTS, [['technicalName']]);
  const position = after === null ? null : (JSON.parse(after) as string[]);
  const { rows, counted } = await readEntityPage(tenant, kind, { limit, keys, after: position, filters: conditions });
  return pageFrom(
    scope,
    rows,
    limit,
    counted,
    (row) => positionOf(keys, row),
    (row) => withoutRevenue(kind, row, principal.canSeeRevenue),
  );
}

/** Returns the entity after the change. A patch that changes nothing raises no version. Throws 404, 412, 400, and 409 as create does. */
export async function updateEntity<Kind extends EntityKind>(
  tenant: TenantDb,
  principal: Principal,
  kind: Kind,
  reference: string,
  patch: PatchInputOf<Kind>,
  ifMatch: string | null,
): Promise<EntityOf<Kind>> {
  const fields = patch as Fields;
  assertMayWriteRevenue(kind, fields, principal.canSeeRevenue);
  const result = await makeChange(
    tenant,
    principal,
    { isExclusive: kind === 'capability' && fields.parentId != null },
    async (tx, record, changeSetId) => {
      const found = await lockRow(tx, tenant.tenantId, kind, reference);
      assertIfMatch(ifMatch, entityTag(found.version, principal.canSeeRevenue));
      return patchRow(tx, tenant.tenantId, principal, kind, found, fields, { record, changeSetId });
    },
  );
  return withoutRevenue(kind, result, principal.canSeeRevenue);
}

/** Changes a row that the transaction has locked, and records it if anything differs. The entity is complete, including revenue. */
export async function patchRow<Kind extends EntityKind>(
  tx: Transaction,
  tenantId: string,
  principal: Principal,
  kind: Kind,
  found: EntityRow,
  fields: Fields,
  { record, changeSetId }: { record: Recorder; changeSetId: string },
): Promise<EntityOf<Kind>> {
  const before = entityFromRow(kind, found);
  await assertLinksExist(tx, tenantId, kind, fields);
  if (kind === 'capability' && typeof fields.parentId === 'string') await assertNoCapabilityCycle(tx, tenantId, found.id, fields.parentId);
  const { reuseName, ...stated } = fields;
  const kept = principal.canSeeRevenue ? stated : keepUnseenShares(before as Fields, stated);
  if (!isDifferent(before as Fields, kept)) return before;
  const renamedTo = typeof kept.technicalName === 'string' && kept.technicalName !== found.technicalName ? kept.technicalName : null;
  if (renamedTo !== null) {
    await assertNameIsFree(tx, tenantId, kind, renamedTo, found.id);
    await takeName(tx, tenantId, kind, renamedTo, { mayReuse: reuseName === true, ownId: found.id, changeSetId });
    await rememberFormerNames(tx, tenantId, kind, [{ id: found.id, from: found.technicalName, to: renamedTo }]);
  }
  const row = await modelOf(tx, kind)
    .update({
      where: { tenantId_id: { tenantId, id: found.id } },
      data: { ...columnsOf(kind, withWholeHelp(before as Fields, kept), 'update'), version: { increment: 1 }, updatedAt: new Date() },
      ...includeOf(kind),
    })
    .catch((error: unknown) => rethrowDuplicate(error, kind, String(kept.technicalName)));
  const after = entityFromRow(kind, row);
  record({ op: 'update', kind, entityId: after.id, technicalName: after.technicalName, before, after });
  return after;
}

/** The row with its links. Throws 404. */
export async function findRow(tx: Transaction, tenantId: string, kind: EntityKind, reference: string): Promise<EntityRow> {
  const by = isGuid(reference) ? { id: reference.toLowerCase() } : { technicalName: reference };
  const row = await modelOf(tx, kind).findFirst({ where: { tenantId, ...by }, ...includeOf(kind) });
  if (row === null) throw noSuch(ENTITY_REGISTRY[kind].singular, reference);
  return row;
}

/** The row, locked for the rest of the transaction. */
export async function lockRow(tx: Transaction, tenantId: string, kind: EntityKind, reference: string): Promise<EntityRow> {
  const { id } = await findRow(tx, tenantId, kind, reference);
  await tx.$queryRawUnsafe(
    `select 1 from "${ENTITY_TABLES[kind].table}" where "tenantId" = $1::uuid and "id" = $2::uuid for update`,
    tenantId,
    id,
  );
  return findRow(tx, tenantId, kind, id);
}

async function assertNameIsFree(
  tx: Transaction,
  tenantId: string,
  kind: EntityKind,
  technicalName: string,
  ownId: string | null,
): Promise<void> {
  const other = await modelOf(tx, kind).findFirst({ where: { tenantId, technicalName }, select: { id: true } });
  if (other !== null && other.id !== ownId) throw nameTaken(ENTITY_REGISTRY[kind].singular, technicalName, other.id);
}

function rethrowDuplicate(error: unknown, kind: EntityKind, technicalName: string): never {
  if ((error as { code?: string }).code === 'P2002') throw nameTaken(ENTITY_REGISTRY[kind].singular, technicalName);
  throw error;
}

/** Prisma's data for the given fields: own columns as they are, links as rows of their tables. */
function columnsOf(kind: EntityKind, fields: Fields, op: 'create' | 'update'): Fields {
  const data: Fields = statesHelp(fields) ? { help: helpColumn(fields.contact, fields.references) } : {};
  for (const [field, value] of Object.entries(fields)) {
    const link = ENTITY_TABLES[kind].links.find((candidate) => candidate.field === field);
    if (value === undefined || isHelpField(field)) continue;
    if (link === undefined) data[field] = field === 'endOfSupport' && typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : value;
    else {
      const rows = (value as unknown[]).map((item) => (link.rowField === undefined ? { [link.column]: item } : item));
      data[link.relation] = op === 'create' ? { create: rows } : { deleteMany: {}, create: rows };
    }
  }
  return data;
}

/** With what the entity has of the two fields that share a column, if one of them is stated. */
function withWholeHelp(before: Fields, fields: Fields): Fields {
  if (!statesHelp(fields)) return fields;
  const { contact = before.contact, references = before.references } = fields;
  return { ...fields, contact, references };
}

function statesHelp({ contact, references }: Fields): boolean {
  return contact !== undefined || references !== undefined;
}

/** A caller that may not see shares and sends a new list of capabilities keeps the shares of those that stay. */
function keepUnseenShares(before: Fields, fields: Fields): Fields {
  if (!Array.isArray(fields.capabilities)) return fields;
  const shares = new Map(
    (before.capabilities as { capabilityId: string; revenueShare: number | null }[]).map((row) => [row.capabilityId, row.revenueShare]),
  );
  const rows = fields.capabilities as { capabilityId: string }[];
  return { ...fields, capabilities: rows.map(({ capabilityId }) => ({ capabilityId, revenueShare: shares.get(capabilityId) ?? null })) };
}

function isDifferent(before: Fields, fields: Fields): boolean {
  return Object.entries(fields).some(
    ([field, value]) => value !== undefined && canonical(field, value) !== canonical(field, before[field]),
  );
}

/** Lists of links are sets: their order makes no difference. Null empties a list of references, whose order counts. */
function canonical(field: string, value: unknown): string {
  if (field === 'references') return JSON.stringify(((value ?? []) as readonly Reference[]).map(referenceOf));
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  const items = value.map((item: unknown) =>
    typeof item === 'object' && item !== null
      ? JSON.stringify(Object.entries({ revenueShare: null, ...item }).sort(([a], [b]) => byCodeUnit(a, b)))
      : JSON.stringify(item),
  );
  return JSON.stringify(items.sort());
}
