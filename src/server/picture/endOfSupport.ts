/** When support ends for the technologies of a landscape. */
import type pg from 'pg';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

export interface SupportEnd {
  /** With its version, for example `PostgreSQL 13`. */
  name: string;
  /** For example `2025-11-13`. */
  date: string;
}

/** By the id of a technology; leaves out those without a date. */
export function readSupportEnds(tenant: TenantDb): Promise<ReadonlyMap<string, SupportEnd>> {
  return read.onConnection(tenant, (client) => supportEnds(client, tenant.tenantId));
}

async function supportEnds(client: pg.PoolClient, tenantId: string): Promise<Map<string, SupportEnd>> {
  const { rows } = await client.query<{ id: string; name: string; version: string | null; date: string }>(
    `select "id"::text as "id", "name", "technologyVersion" as "version", to_char("endOfSupport", 'YYYY-MM-DD') as "date"
     from "technology" where "tenantId" = $1 and "endOfSupport" is not null`,
    [tenantId],
  );
  return new Map(rows.map(({ id, name, version, date }) => [id, { name: versioned(name, version), date }]));
}

/** Appends the version, unless the name already ends in it. */
function versioned(name: string, version: string | null): string {
  return version === null || version === '' || name.endsWith(version) ? name : `${name} ${version}`;
}
