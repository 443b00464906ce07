/** The change log, newest first, each change told field by field; revenue is named without values to those who may not see it. */
import type { ChangeEntry, ChangeListInput } from '@/contract/changes';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import type { Principal } from '@/domain/access';
import type { Prisma } from '@generated/client';
import { inTenant, type TenantDb } from '../tenantDb';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { fieldChanges } from './fieldChanges';
import { searchIn } from '@/server/lists/search';

type Row = Prisma.ChangeGetPayload<{ include: { changeSet: true } }>;

export async function listChanges(tenant: TenantDb, principal: Principal, query: ChangeListInput): Promise<Page<ChangeEntry>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: 'change', filters };
  const after = decodeCursor(scope, cursor);
  const where = whereOf(tenant.tenantId, filters);
  return inTenant(tenant, async (tx) => {
    const rows = await tx.change.findMany({
      where: after === null ? where : { AND: [where, olderThan(after)] },
      include: { changeSet: true },
      orderBy: [{ changeSet: { position: 'desc' } }, { sequence: 'asc' }],
      take: limit + 1,
    });
    const counted = await tx.change.count({ where, take: EXACT_TOTAL_UP_TO + 1 });
    return pageFrom(scope, rows, limit, counted, idOf, (row) => entryOf(row, principal.canSeeRevenue));
  });
}

function idOf(row: Row): string {
  return `${row.changeSet.position}.${row.sequence}`;
}

/** Behind `position.sequence` in the list's order. */
function olderThan(id: string): Prisma.ChangeWhereInput {
  const [position = 0, sequence = 0] = id.split('.').map(Number);
  return { OR: [{ changeSet: { position: { lt: position } } }, { changeSet: { position }, sequence: { gt: sequence } }] };
}

function whereOf(tenantId: string, filters: Omit<ChangeListInput, 'limit' | 'cursor'>): Prisma.ChangeWhereInput {
  const { kind, op, entityId, changeSetId, actorId, since, until, search } = filters;
  const at = { ...(since === undefined ? {} : { gte: new Date(since) }), ...(until === undefined ? {} : { lt: new Date(until) }) };
  const changeSet = { ...(actorId === undefined ? {} : { actorId }), ...(Object.keys(at).length === 0 ? {} : { at }) };
  return {
    AND: [
      { tenantId },
      ...(kind === undefined ? [] : [{ kind: { in: [...kind] } }]),
      ...(op === undefined ? [] : [{ op: { in: [...op] } }]),
      ...(entityId === undefined ? [] : [{ entityId }]),
      ...(changeSetId === undefined ? [] : [{ changeSetId }]),
      ...(Object.keys(changeSet).length === 0 ? [] : [{ changeSet }]),
      ...(search === undefined ? [] : [searchIn(['technicalName'], search)]),
    ],
  };
}

function entryOf(row: Row, canSeeRevenue: boolean): ChangeEntry {
  const { changeSet } = row;
  return {
    id: idOf(row),
    changeSetId: row.changeSetId,
    at: changeSet.at.toISOString(),
    landscapeVersion: changeSet.version,
    actor: { type: changeSet.actorType as ChangeEntry['actor']['type'], id: changeSet.actorId, name: changeSet.actorName },
    origin: changeSet.origin as Record<string, unknown>,
    op: row.op as ChangeEntry['op'],
    kind: row.kind as ChangeEntry['kind'],
    entityId: row.entityId,
    technicalName: row.technicalName,
    fields: fieldChanges(row.kind, row.before as object | null, row.after as object | null, canSeeRevenue),
  };
}
