/** Walks back along the change log: what was changed after an instant, and its state at that instant. */
import type pg from 'pg';
import { MANIFEST_KINDS, type ManifestKind } from '@/domain/manifest/manifestFields';

/** An entity or dependency with all its fields as the API names them. */
export type PastRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** By kind and id; null if it did not exist at that instant. */
export type Touched = ReadonlyMap<ManifestKind, ReadonlyMap<string, PastRecord | null>>;

const PORTION = 5_000;

/**
 * Everything of `kinds` that a transaction after `position` changed, in its state right after the transaction at `position`, which is the
 * `before` of the first later change. Must be read in the same consistent view as the present state that it is applied to.
 */
export async function touchedAfter(
  client: pg.PoolClient,
  tenantId: string,
  position: number,
  kinds: readonly ManifestKind[] = MANIFEST_KINDS,
): Promise<Touched> {
  const touched = new Map<ManifestKind, Map<string, PastRecord | null>>(kinds.map((kind) => [kind, new Map<string, PastRecord | null>()]));
  await client.query(
    `declare touched no scroll cursor for
     select distinct on (c."kind", c."entityId") c."kind", c."entityId"::text as "entityId", c."before"
     from "change_set" s join "change" c on c."tenantId" = s."tenantId" and c."changeSetId" = s."id"
     where s."tenantId" = $1 and s."position" > $2 and c."kind" = any($3)
     order by c."kind", c."entityId", s."position", c."sequence"`,
    [tenantId, position, kinds],
  );
  for (;;) {
    const { rows } = await client.query<{ kind: ManifestKind; entityId: string; before: PastRecord | null }>(
      `fetch ${PORTION} from touched`,
    );
    for (const { kind, entityId, before } of rows) touched.get(kind)?.set(entityId, before);
    if (rows.length < PORTION) break;
  }
  await client.query('close touched');
  return touched;
}
