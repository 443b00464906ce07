/**
 * After an apply, stores which manifest declares what, and what it stated. Ownership is recorded with the change, if there is one, so that
 * an undo can restore it.
 */
import { createHash } from 'node:crypto';
import type { Declaration } from '@/domain/manifest/declaration';
import type { ManifestKind } from '@/domain/manifest/manifestFields';
import { translateLinks, type Statement, type Translate } from '@/domain/manifest/conflicts';
import { pipelinedStatements } from '@/server/db/pipelinedStatements';
import { yieldToEventLoop } from '@/server/yieldToEventLoop';
import { columnTexts, unnestOf } from '@/server/landscape/columnTexts';
import { runWithin, type Transaction } from '@/server/db/transaction';
import { append } from '@/plain/grouped';
import type { ComparedManifest } from './planManifest';
import { jsonbText } from './jsonbText';
import type { CreatedIds } from './writeChanges';

const PORTION = 2_000;

interface Recording {
  tx: Transaction;
  tenantId: string;
  compared: ComparedManifest;
  changeSetId: string;
}

/**
 * Every manifest that declares an entity owns it, possibly together with others. Creations are not recorded, because an undo deletes the
 * entity itself. Fields that were taken over no longer count as stated by the other manifests.
 */
export async function recordOwnership(recording: Recording, created: CreatedIds): Promise<void> {
  await clearTakenOver(recording);
  await recordStatements(recording, created);
}

/**
 * Whether an apply creates a change set: if entities change, or if fields are taken over. Otherwise there is nothing to attach a record to.
 */
export function hasChange({ diff, conflicts }: Pick<ComparedManifest, 'diff' | 'conflicts'>): boolean {
  return diff.changes.length > 0 || conflicts.length > 0;
}

/** The conflicting fields, row by row as they are stored. */
const GIVEN_UP = `(
  select r."manifestName", r."kind", r."entityId", array_agg(r."field") as "fields"
  from unnest($2::text[], $3::text[], $4::uuid[], $5::text[]) as r("manifestName", "kind", "entityId", "field") group by 1, 2, 3) g`;

async function clearTakenOver(recording: Recording): Promise<void> {
  const { tx, tenantId, changeSetId, compared } = recording;
  const { conflicts } = compared;
  if (conflicts.length === 0) return;
  await runWithin(tx)(
    `with noted as (
       insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken", "stated", "statedAfter")
       select o."tenantId", $6::uuid, o."kind", o."entityId", o."manifestName", o."hasCreated", false, o."stated", o."stated" - g."fields"
       from "manifest_ownership" o join ${GIVEN_UP} using ("manifestName", "kind", "entityId") where o."tenantId" = $1::uuid and $7::boolean returning 1)
     update "manifest_ownership" o set "stated" = o."stated" - g."fields" from ${GIVEN_UP}
     where o."tenantId" = $1::uuid and o."manifestName" = g."manifestName" and o."kind" = g."kind" and o."entityId" = g."entityId"`,
    [
      tenantId,
      conflicts.map(({ manifest }) => manifest),
      conflicts.map(({ kind }) => kind),
      conflicts.map(({ entityId }) => entityId),
      conflicts.map(({ field }) => field),
      changeSetId,
      hasChange(compared),
    ],
  );
}

const DECLARED = `${unnestOf(['text', 'uuid', 'jsonb'], 3)} as d("kind", "entityId", "stated")`;

/** Which of these are not what this manifest last stated: usually few of many, and nothing else is worth writing again. */
const ALTERED = `
  select d."at"::int as "at" from "landscape_version" v cross join ${unnestOf(['text', 'uuid', 'text'], 3)} with ordinality as d("kind", "entityId", "digest", "at")
  left join "manifest_ownership" o on o."tenantId" = v."tenantId" and o."manifestName" = $2 and o."kind" = d."kind" and o."entityId" = d."entityId"
  where v."tenantId" = $1::uuid and (o."kind" is null or o."stated" is null or md5(o."stated"::text) <> d."digest")
  order by d."at"`;

interface Stated {
  kind: ManifestKind;
  entityId: string;
  /** Links by id. */
  stated: Statement;
}

/** Of what this apply created, nobody has stated anything yet. */
const STATE_NEW = `
  insert into "manifest_ownership" ("tenantId", "manifestName", "kind", "entityId", "hasCreated", "stated")
  select v."tenantId", $2, d."kind", d."entityId", true, d."stated" from "landscape_version" v cross join ${DECLARED} where v."tenantId" = $1::uuid`;

const STATE_AGAIN = `
  with noted as (
    insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken", "stated", "statedAfter")
    select v."tenantId", $8::uuid, d."kind", d."entityId", $2, coalesce(b."hasCreated", false), b."kind" is null, b."stated",
      case when b."kind" is null then null else d."stated" end
    from "landscape_version" v cross join ${DECLARED}
    left join "manifest_ownership" b on b."tenantId" = v."tenantId" and b."manifestName" = $2 and b."kind" = d."kind" and b."entityId" = d."entityId"
    where v."tenantId" = $1::uuid and $9::boolean and (b."kind" is null or b."stated" is distinct from d."stated")
    returning 1),
  stated as (
    insert into "manifest_ownership" as o ("tenantId", "manifestName", "kind", "entityId", "hasCreated", "stated")
    select v."tenantId", $2, d."kind", d."entityId", false, d."stated" from "landscape_version" v cross join ${DECLARED} where v."tenantId" = $1::uuid
    on conflict ("tenantId", "manifestName", "kind", "entityId") do update set "stated" = excluded."stated" where o."stated" is distinct from excluded."stated"
    returning 1)
  select 1`;

async function recordStatements(recording: Recording, created: CreatedIds): Promise<void> {
  const { tx, tenantId, changeSetId, compared } = recording;
  const { manifest, declarations, landscape } = compared;
  const idOf: Translate = (kind, name) =>
    created.get(kind)?.get(name) ?? landscape.entities.get(kind)?.get(name)?.id ?? landscape.ids.get(kind)?.get(name);
  const ahead = pipelinedStatements();
  const run = runWithin(tx);
  const state = (isNew: boolean, statements: readonly Stated[]): Promise<void> => {
    const { texts, marks } = columnTexts([
      statements.map(({ kind }) => kind),
      statements.map(({ entityId }) => entityId),
      statements.map(({ stated }) => stated),
    ]);
    const parameters = [tenantId, manifest.name, ...texts, ...marks];
    return ahead.start(() => (isNew ? run(STATE_NEW, parameters) : run(STATE_AGAIN, [...parameters, changeSetId, hasChange(compared)])));
  };
  const before: Declaration[] = [];
  const statedBefore: { kinds: string[]; ids: string[]; digests: string[] } = { kinds: [], ids: [], digests: [] };
  for (let start = 0; start < declarations.length; start += PORTION) {
    const fresh: Stated[] = [];
    for (const declaration of declarations.slice(start, start + PORTION)) {
      const { kind, technicalName, values } = declaration;
      const entityId = idOf(kind, technicalName) ?? '';
      const stated = translateLinks(kind, values, idOf);
      if (created.get(kind)?.has(technicalName) === true) fresh.push({ kind, entityId, stated });
      else {
        before.push(declaration);
        statedBefore.kinds.push(kind);
        statedBefore.ids.push(entityId);
        statedBefore.digests.push(createHash('md5').update(jsonbText(stated)).digest('hex'));
      }
    }
    if (fresh.length > 0) await state(true, fresh);
    await yieldToEventLoop();
  }
  await ahead.finish();
  if (before.length === 0) return;
  const { texts, marks } = columnTexts([statedBefore.kinds, statedBefore.ids, statedBefore.digests]);
  const altered = await run<{ at: number }>(ALTERED, [tenantId, manifest.name, ...texts, ...marks]);
  for (let start = 0; start < altered.length; start += PORTION) {
    const statements = altered.slice(start, start + PORTION).flatMap(({ at }): Stated[] => {
      const { kind, values } = before[at - 1] as Declaration;
      return [{ kind, entityId: statedBefore.ids[at - 1] ?? '', stated: translateLinks(kind, values, idOf) }];
    });
    await state(false, statements);
  }
  await ahead.finish();
}

/** Other manifests that declare what this manifest created. */
const HEIRS = `own."tenantId" = $1::uuid and own."manifestName" = $2 and own."kind" = $4 and own."entityId" = any($3::uuid[]) and own."hasCreated"
  and o."tenantId" = own."tenantId" and o."kind" = own."kind" and o."entityId" = own."entityId" and o."manifestName" <> own."manifestName" and not o."hasCreated"`;

/** Releases pruned entities. Must run before they are deleted, because their ownership is deleted with them. */
export async function releaseOwnership(recording: Recording): Promise<void> {
  const { tx, tenantId, changeSetId, compared } = recording;
  const { manifest, landscape, diff } = compared;
  const run = runWithin(tx);
  const released = new Map<ManifestKind, string[]>();
  for (const { kind, technicalName } of diff.released) {
    const id = landscape.entities.get(kind)?.get(technicalName)?.id;
    if (id !== undefined) append(released, kind, id);
  }
  for (const [kind, ids] of released) {
    const parameters = [tenantId, manifest.name, ids, kind, changeSetId, hasChange(compared)] as const;
    // The last manifest that declares an entity deletes it, so the remaining ones now count as its creators. Recorded as both taken over
    // and created, a combination that nothing else uses.
    await run(
      `with noted as (
         insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken")
         select o."tenantId", $5::uuid, o."kind", o."entityId", o."manifestName", true, true from "manifest_ownership" o, "manifest_ownership" own
         where ${HEIRS} and $6::boolean returning 1)
       update "manifest_ownership" o set "hasCreated" = true from "manifest_ownership" own where ${HEIRS}`,
      parameters,
    );
    await run(
      `with noted as (
         insert into "manifest_ownership_change" ("tenantId", "changeSetId", "kind", "entityId", "manifestName", "hasCreated", "isTaken", "stated")
         select o."tenantId", $5::uuid, o."kind", o."entityId", o."manifestName", o."hasCreated", false, o."stated" from "manifest_ownership" o
         where o."tenantId" = $1::uuid and o."manifestName" = $2 and o."entityId" = any($3::uuid[]) and o."kind" = $4 and $6::boolean returning 1)
       delete from "manifest_ownership" where "tenantId" = $1::uuid and "manifestName" = $2 and "entityId" = any($3::uuid[]) and "kind" = $4`,
      parameters,
    );
  }
}
