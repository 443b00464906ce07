/** Finds fields that a manifest states differently from what another manifest last stated. */
import { findConflicts, type OtherStatement, type Translate } from '@/domain/manifest/conflicts';
import type { Declaration, StatementConflict } from '@/domain/manifest/declaration';
import { FIELD_RULES, linkedNames, MANIFEST_KINDS, type ManifestKind, type Value } from '@/domain/manifest/manifestFields';
import { namedIn } from '@/domain/manifest/scenarioValues';
import { ENTITY_KINDS } from '@/domain/vocabulary';
import { tableOf } from '@/server/landscape/landscapeRows';
import type { RunSql } from '@/server/db/transaction';
import type { LoadedLandscape } from './knownLandscape';

/** The conflicts with the last statements of all other manifests. Entities declared before statements were stored never conflict. */
export async function loadConflicts(
  run: RunSql,
  tenantId: string,
  manifestName: string,
  declarations: readonly Declaration[],
  landscape: LoadedLandscape,
): Promise<StatementConflict[]> {
  // By the order of the primary key, on both sides of this manifest.
  const [alone] = await run<{ hasOthers: boolean }>(
    `select exists (select 1 from "manifest_ownership" o where o."tenantId" = $1::uuid and o."manifestName" < $2)
       or exists (select 1 from "manifest_ownership" o where o."tenantId" = $1::uuid and o."manifestName" > $2) as "hasOthers"`,
    [tenantId, manifestName],
  );
  if (alone?.hasOthers !== true) return [];
  const idOf: Translate = (kind, name) => landscape.entities.get(kind)?.get(name)?.id;
  const others: OtherStatement[] = [];
  for (const kind of MANIFEST_KINDS) {
    const ids = declarations.flatMap((declaration) => (declaration.kind === kind ? (idOf(kind, declaration.technicalName) ?? []) : []));
    if (ids.length === 0) continue;
    const rows = await run<OtherStatement>(
      `select o."manifestName" as manifest, o."kind", o."entityId"::text as "entityId", o."stated" from "manifest_ownership" o
       where o."tenantId" = $1::uuid and o."kind" = $2 and o."entityId" = any($3::uuid[]) and o."manifestName" <> $4 and o."stated" is not null`,
      [tenantId, kind, ids, manifestName],
    );
    others.push(...rows);
  }
  if (others.length === 0) return [];
  const names = await namesOf(run, tenantId, others, landscape);
  return findConflicts(declarations, others, { idOf, nameOf: (kind, id) => names.get(`${kind} ${id}`) });
}

/** The present name of everything that the statements link to, by kind and id. Leaves out what no longer exists. */
async function namesOf(
  run: RunSql,
  tenantId: string,
  others: readonly OtherStatement[],
  landscape: LoadedLandscape,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, ofKind] of landscape.ids) for (const [name, id] of ofKind) names.set(`${kind} ${id}`, name);
  const missing = new Map<ManifestKind, Set<string>>(ENTITY_KINDS.map((kind) => [kind, new Set()]));
  for (const { kind, stated } of others)
    for (const rule of FIELD_RULES[kind]) {
      if (rule.type === 'members')
        for (const member of namedIn(rule, stated[rule.field]))
          if (!names.has(`${member.kind} ${member.technicalName}`)) missing.get(member.kind)?.add(member.technicalName);
      if (rule.target === undefined || stated[rule.field] === undefined) continue;
      for (const id of linkedNames(rule, stated[rule.field] as Value))
        if (!names.has(`${rule.target} ${id}`)) missing.get(rule.target)?.add(id);
    }
  for (const kind of ENTITY_KINDS) {
    const ids = [...(missing.get(kind) ?? [])];
    if (ids.length === 0) continue;
    const rows = await run<{ id: string; technicalName: string }>(
      `select e."id"::text as id, e."technicalName" from "${tableOf(kind)}" e where e."tenantId" = $1::uuid and e."id" = any($2::uuid[])`,
      [tenantId, ids],
    );
    for (const { id, technicalName } of rows) names.set(`${kind} ${id}`, technicalName);
  }
  return names;
}
