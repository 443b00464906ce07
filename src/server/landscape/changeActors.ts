/** Who has changed something, for filtering the change log. */
import type { ChangeActor, ChangeActorListInput } from '@/contract/changes';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

const MOST_LISTED = 100;

/** At most a hundred, most recent first, under the name they had then. `search` is any part of the name, ignoring case. */
export async function listChangeActors(tenant: TenantDb, { search = '' }: ChangeActorListInput): Promise<ChangeActor[]> {
  const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await read(
    tenant,
    (tx) => tx.$queryRaw<{ type: ChangeActor['type']; id: string; name: string }[]>`
    select "type", "id", "name" from (
      select distinct on ("actorType", "actorId") "actorType" as "type", "actorId" as "id", "actorName" as "name", "position"
      from "change_set" where "tenantId" = ${tenant.tenantId}::uuid
      order by "actorType", "actorId", "position" desc
    ) latest where "name" ilike ${part} order by "position" desc limit ${MOST_LISTED}`,
  );
  return rows.map(({ type, id, name }) => ({ type, id, name }));
}
