/** Finds entities of any kind by name: by a part of it, or by the exact one, with near matches for a mistyped one. */
import type {
  EntitySearch,
  EntitySearchInput,
  FindEntitiesInput,
  FoundEntity,
  ResolvedEntity,
  ResolveEntityInput,
} from '@/contract/landscapePicture';
import { isGuid } from '@/contract/values/guid';
import { editDistance } from '@/domain/manifest/closest';
import { ENTITY_KINDS, type EntityKind } from '@/domain/vocabulary';
import type { TenantDb } from '@/server/db/tenantDb';
import type { Transaction } from '@/server/db/transaction';
import { ENTITY_TABLES } from './entityTables';
import { literalPattern } from '@/server/lists/search';
import { byCodeUnit } from '@/plain/order';
import { read } from '@/server/db/read';

interface Window {
  search: string;
  kinds: readonly EntityKind[];
  offset: number;
  limit: number;
}

/** Best matches first: the exact name, then names that start with the text, then names that contain it; short names before long ones. */
export async function findEntities(tenant: TenantDb, input: FindEntitiesInput): Promise<FoundEntity[]> {
  const window = { search: input.search.trim(), kinds: input.kinds ?? ENTITY_KINDS, offset: 0, limit: input.limit ?? 20 };
  return read(tenant, (tx) => rankedEntities(tx, tenant.tenantId, window));
}

/** The same with counts of all matches, a page at a time. */
export async function searchEntities(tenant: TenantDb, { search, kinds, offset, limit }: EntitySearchInput): Promise<EntitySearch> {
  const window = { search: search.trim(), kinds: kinds ?? ENTITY_KINDS, offset, limit };
  return read(tenant, async (tx) => {
    const items = await rankedEntities(tx, tenant.tenantId, window);
    const counts = await countEntities(tx, tenant.tenantId, window);
    const head = await tx.$queryRaw<
      { version: bigint }[]
    >`select "version" from "landscape_version" where "tenantId" = ${tenant.tenantId}::uuid`;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { items, counts, total, landscapeVersion: Number(head[0]?.version ?? 0) };
  });
}

async function rankedEntities(tx: Transaction, tenantId: string, { search, kinds, offset, limit }: Window): Promise<FoundEntity[]> {
  const order = search === '' ? 'place, "technicalName"' : 'rank, length("technicalName"), place, "technicalName"';
  const perKind = kinds.map(
    (kind) => `(select '${kind}' as "kind", "id"::text as "id", "technicalName", "name", ${ENTITY_KINDS.indexOf(kind)} as place,
      case when lower("technicalName") = lower($2) or lower("name") = lower($2) then 0
           when "technicalName" ilike $3 || '%' or "name" ilike $3 || '%' then 1 else 2 end as rank
      from "${ENTITY_TABLES[kind].table}"
      where "tenantId" = $1::uuid and ("technicalName" ilike '%' || $3 || '%' or "name" ilike '%' || $3 || '%')
      order by ${order} limit ${offset + limit})`,
  );
  return tx.$queryRawUnsafe<FoundEntity[]>(
    `select "kind", "id", "technicalName", "name" from (${perKind.join(' union all ')}) found order by ${order} limit ${limit} offset ${offset}`,
    tenantId,
    search,
    literalPattern(search),
  );
}

async function countEntities(tx: Transaction, tenantId: string, { search, kinds }: Window): Promise<Partial<Record<EntityKind, number>>> {
  const perKind = kinds.map(
    (kind) => `select '${kind}' as "kind", count(*)::int as "count" from "${ENTITY_TABLES[kind].table}"
      where "tenantId" = $1::uuid and ("technicalName" ilike '%' || $2 || '%' or "name" ilike '%' || $2 || '%')`,
  );
  const rows = await tx.$queryRawUnsafe<{ kind: EntityKind; count: number }[]>(
    perKind.join(' union all '),
    tenantId,
    literalPattern(search),
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

const MOST_CANDIDATES = 10;
const CONSIDERED_PER_KIND = 40;

/**
 * By id or technical name, or by a display name that only one entity has. Never throws for an unknown name: it is answered with the nearest
 * names.
 */
export async function resolveEntity(tenant: TenantDb, { entity, ...input }: ResolveEntityInput): Promise<ResolvedEntity> {
  const kinds = input.kinds ?? ENTITY_KINDS;
  const column = isGuid(entity) ? '"id" = $2::uuid' : '"technicalName" = $2';
  return read(tenant, async (tx) => {
    const exact = kinds.map(
      (kind) =>
        `select '${kind}' as "kind", "id"::text as "id", "technicalName", "name" from "${ENTITY_TABLES[kind].table}" where "tenantId" = $1::uuid and ${column}`,
    );
    const matches = await tx.$queryRawUnsafe<FoundEntity[]>(exact.join(' union all '), tenant.tenantId, entity);
    if (matches.length > 0)
      return { matches: matches.sort((a, b) => ENTITY_KINDS.indexOf(a.kind) - ENTITY_KINDS.indexOf(b.kind)), candidates: [] };
    if (isGuid(entity)) return { matches: [], candidates: [] };
    const named = await namedEntities(tx, tenant.tenantId, entity, kinds);
    if (named.length === 1) return { matches: named, candidates: [] };
    return { matches: [], candidates: await nearEntities(tx, tenant.tenantId, entity, kinds) };
  });
}

/** Entities with this display name, in any case; two of each kind are enough to know that the name is not unique. */
async function namedEntities(tx: Transaction, tenantId: string, name: string, kinds: readonly EntityKind[]): Promise<FoundEntity[]> {
  const perKind = kinds.map(
    (kind) => `(select '${kind}' as "kind", "id"::text as "id", "technicalName", "name" from "${ENTITY_TABLES[kind].table}"
      where "tenantId" = $1::uuid and lower("name") = lower($2) limit 2)`,
  );
  return tx.$queryRawUnsafe<FoundEntity[]>(perKind.join(' union all '), tenantId, name.trim());
}

/** A typo leaves one half of a name, or one of its words, intact: names that share such a piece are compared letter by letter. */
async function nearEntities(tx: Transaction, tenantId: string, entity: string, kinds: readonly EntityKind[]): Promise<FoundEntity[]> {
  const name = entity.trim();
  const half = Math.ceil(name.length / 2);
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 3);
  const pieces = [...new Set([name, name.slice(0, half), name.slice(-half), ...words.slice(0, 8)].filter((piece) => piece.length >= 2))];
  if (pieces.length === 0) return [];
  const patterns = pieces.map((piece) => `%${literalPattern(piece)}%`);
  const perKind = kinds.map(
    (kind) => `(select '${kind}' as "kind", "id"::text as "id", "technicalName", "name" from "${ENTITY_TABLES[kind].table}"
      where "tenantId" = $1::uuid and ("technicalName" ilike any($2::text[]) or "name" ilike any($2::text[]))
      order by least(abs(length("technicalName") - $3::int), abs(length("name") - $3::int)), "technicalName" limit ${CONSIDERED_PER_KIND})`,
  );
  const found = await tx.$queryRawUnsafe<FoundEntity[]>(perKind.join(' union all '), tenantId, patterns, name.length);
  const ranked = found.map((candidate) => ({
    candidate,
    away: Math.min(awayFrom(name, candidate.technicalName), awayFrom(name, candidate.name)),
  }));
  ranked.sort(
    (a, b) =>
      a.away - b.away ||
      ENTITY_KINDS.indexOf(a.candidate.kind) - ENTITY_KINDS.indexOf(b.candidate.kind) ||
      byCodeUnit(a.candidate.technicalName, b.candidate.technicalName),
  );
  return ranked.slice(0, MOST_CANDIDATES).map(({ candidate }) => candidate);
}

/** In letters; a name that contains the whole text counts as one typo away. */
function awayFrom(name: string, candidate: string): number {
  const [asked, given] = [name.toLowerCase(), candidate.toLowerCase()];
  if (asked === given) return 0;
  return Math.min(given.includes(asked) ? 1 : Infinity, editDistance(asked, given, 200));
}
