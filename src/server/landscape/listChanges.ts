/** The change log, newest first, each change field by field; revenue is listed without values for callers that may not see it. */
import type { ChangeEntry, ChangeListInput } from '@/contract/changes';
import type { Page } from '@/contract/lists';
import type { Principal } from '@/domain/access';
import type { TenantDb } from '@/server/db/tenantDb';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import { readChangePage, type ChangeRow } from './changeReads';
import { fieldChanges } from './fieldChanges';

export async function listChanges(tenant: TenantDb, principal: Principal, query: ChangeListInput): Promise<Page<ChangeEntry>> {
  const { limit = DEFAULT_LIMIT, cursor, ...filters } = query;
  const scope = { tenantId: tenant.tenantId, list: 'change', filters };
  const after = decodeCursor(scope, cursor);
  const { rows, counted } = await readChangePage(tenant, { limit, after: after === null ? null : placeOf(after), filters });
  return pageFrom(scope, rows, limit, counted, idOf, (row) => entryOf(row, principal.canSeeRevenue));
}

function idOf({ position, sequence }: ChangeRow): string {
  return `${position}.${sequence}`;
}

function placeOf(id: string): { position: number; sequence: number } {
  const [position = 0, sequence = 0] = id.split('.').map(Number);
  return { position, sequence };
}

/** A change as the log tells it. */
export function entryOf(row: ChangeRow, canSeeRevenue: boolean): ChangeEntry {
  return {
    id: idOf(row),
    changeSetId: row.changeSetId,
    at: row.at,
    landscapeVersion: row.version,
    actor: { type: row.actorType as ChangeEntry['actor']['type'], id: row.actorId, name: row.actorName },
    origin: row.origin,
    op: row.op as ChangeEntry['op'],
    kind: row.kind as ChangeEntry['kind'],
    entityId: row.entityId,
    technicalName: row.technicalName,
    fields: fieldChanges(row.kind, row.before, row.after, canSeeRevenue),
  };
}
