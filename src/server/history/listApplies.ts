/** The applied manifests, newest first, from the change log. */
import type { ManifestApply, ManifestApplyListInput } from '@/contract/manifest/applies';
import { EXACT_TOTAL_UP_TO, type Page } from '@/contract/lists';
import { DEFAULT_LIMIT, decodeCursor, pageFrom } from '@/server/lists/cursor';
import type { TenantDb } from '@/server/db/tenantDb';
import { read } from '@/server/db/read';

interface Row {
  position: number;
  id: string;
  version: number;
  at: Date;
  actorType: ManifestApply['actor']['type'];
  actorId: string;
  actorName: string;
  manifest: string;
  prune: boolean;
  undoneBy: string | null;
  created: number;
  updated: number;
  deleted: number;
  takenOver: number;
}

/** How many fields another manifest lost, for a row `c` of an apply's ownership changes. */
export const FIELDS_TAKEN = `(select count(*) from jsonb_object_keys(c."stated")) - (select count(*) from jsonb_object_keys(c."statedAfter"))`;

const APPLIES = `from "change_set" s where s."tenantId" = $1::uuid and s."version" is not null and s."origin" ? 'manifest' and ($2::text is null or s."origin"->>'manifest' = $2::text)`;

/** A page of the applies that changed something, newest first. Throws `invalid_input` for a foreign cursor. */
export async function listApplies(
  tenant: TenantDb,
  { limit = DEFAULT_LIMIT, cursor, ...filters }: ManifestApplyListInput,
): Promise<Page<ManifestApply>> {
  const scope = { tenantId: tenant.tenantId, list: 'manifest-apply', filters };
  const after = decodeCursor(scope, cursor);
  const manifest = filters.manifest ?? null;
  return read(tenant, async (tx) => {
    const rows = await tx.$queryRawUnsafe<Row[]>(
      `select a.*, u."id"::text as "undoneBy", n.created::int, n.updated::int, n.deleted::int, t.fields::int as "takenOver" from (
         select s."position", s."id", s."version", s."at", s."actorType", s."actorId", s."actorName", s."origin"->>'manifest' as manifest, coalesce((s."origin"->>'prune')::boolean, false) as prune
         ${APPLIES} and ($3::int is null or s."position" < $3::int) order by s."position" desc limit $4::int) a
       cross join lateral (
         select count(*) filter (where c."op" = 'create') as created, count(*) filter (where c."op" = 'update') as updated, count(*) filter (where c."op" = 'delete') as deleted
         from "change" c where c."tenantId" = $1::uuid and c."changeSetId" = a."id") n
       cross join lateral (
         select coalesce(sum(${FIELDS_TAKEN}), 0) as fields from "manifest_ownership_change" c
         where c."tenantId" = $1::uuid and c."changeSetId" = a."id" and c."statedAfter" is not null and c."manifestName" <> a.manifest) t
       left join lateral (
         select x."id" from "change_set" x where x."tenantId" = $1::uuid and x."position" > a."position" and x."origin"->>'undoOf' = a."id"::text limit 1) u on true
       order by a."position" desc`,
      tenant.tenantId,
      manifest,
      after === null ? null : Number(after),
      limit + 1,
    );
    const counted = await tx.$queryRawUnsafe<{ count: number }[]>(
      `select count(*)::int as count from (select 1 ${APPLIES} limit ${EXACT_TOTAL_UP_TO + 1}) counted`,
      tenant.tenantId,
      manifest,
    );
    return pageFrom(scope, rows, limit, counted[0]?.count ?? 0, ({ position }) => String(position), applyOf);
  });
}

function applyOf({
  id,
  manifest,
  prune,
  at,
  version,
  actorType,
  actorId,
  actorName,
  created,
  updated,
  deleted,
  takenOver,
  undoneBy,
}: Row): ManifestApply {
  return {
    changeSetId: id,
    manifest,
    prune,
    at: at.toISOString(),
    landscapeVersion: version,
    actor: { type: actorType, id: actorId, name: actorName },
    summary: { create: created, update: updated, delete: deleted },
    takenOver,
    undoneBy,
  };
}
