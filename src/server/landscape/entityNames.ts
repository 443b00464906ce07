/** Names for the ids that links refer to. */
import type { EntityNames, EntityNamesInput } from '@/contract/bulk';
import type { TenantDb } from '@/server/db/tenantDb';
import { modelOf } from './entityTables';
import { read } from '@/server/db/read';

/** Only for ids that exist. */
export async function readEntityNames(tenant: TenantDb, { kind, ids }: EntityNamesInput): Promise<EntityNames> {
  const rows = await read(tenant, (tx) =>
    modelOf(tx, kind).findMany({
      where: { tenantId: tenant.tenantId, id: { in: ids } },
      select: { id: true, name: true, technicalName: true },
      orderBy: { technicalName: 'asc' },
    }),
  );
  return rows.map(({ id, name, technicalName }) => ({ id, name: String(name), technicalName }));
}
