/**
 * A landscape as others state it: without what one manifest alone states. A second source is joined onto this, since otherwise it would
 * take what it stated itself last time for somebody else's.
 */
import type { KnownEntity, KnownLandscape } from '@/domain/manifest/declaration';
import { areEqual, FIELD_RULES, type ManifestKind, type Values } from '@/domain/manifest/manifestFields';
import type { RunSql } from '@/server/db/transaction';
import { grouped } from '@/plain/grouped';

interface Owner {
  kind: ManifestKind;
  entityId: string;
  isOwn: boolean;
  hasCreated: boolean;
  /** The fields that it states. */
  fields: string[];
}

/** What one manifest and all others state of one entity. */
interface Statements {
  isOnlyOwn: boolean;
  own: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

/** What names an entity or says where it belongs stays, whoever states it. */
const KEPT: ReadonlySet<string> = new Set(['name', 'application', 'hostingArea', 'source', 'target', 'dependencyType']);

/**
 * Leaves out entities that `manifestName` created and no other manifest declares, and fields that it alone states. A field that nobody
 * states stays if somebody gave it a value other than the default.
 */
export async function withoutManifest(
  run: RunSql,
  tenantId: string,
  landscape: KnownLandscape,
  manifestName: string,
): Promise<KnownLandscape> {
  const owners = await run<Owner>(
    `select o."kind", o."entityId"::text as "entityId", o."manifestName" = $2 as "isOwn", o."hasCreated",
       array(select jsonb_object_keys(coalesce(o."stated", '{}'::jsonb))) as "fields"
     from "manifest_ownership" o where o."tenantId" = $1::uuid`,
    [tenantId, manifestName],
  );
  const statements = statementsOf(owners);
  const entities = new Map(
    [...landscape.entities].map(([kind, ofKind]) => [
      kind,
      new Map([...ofKind].flatMap(([name, entity]) => asOthersState(kind, name, entity, statements.get(`${kind} ${entity.id}`)))),
    ]),
  );
  return { ...landscape, entities };
}

function statementsOf(owners: readonly Owner[]): Map<string, Statements> {
  const byEntity = grouped(owners, ({ kind, entityId }) => `${kind} ${entityId}`);
  return new Map(
    [...byEntity].map(([key, all]) => [
      key,
      {
        isOnlyOwn: all.every(({ isOwn }) => isOwn) && all.some(({ hasCreated }) => hasCreated),
        own: new Set(all.flatMap(({ isOwn, fields }) => (isOwn ? fields : []))),
        others: new Set(all.flatMap(({ isOwn, fields }) => (isOwn ? [] : fields))),
      },
    ]),
  );
}

/** Nothing, or the entity with what is left of its fields. */
function asOthersState(
  kind: ManifestKind,
  name: string,
  entity: KnownEntity,
  { isOnlyOwn, own, others }: Statements = { isOnlyOwn: false, own: new Set(), others: new Set() },
): [string, KnownEntity][] {
  if (isOnlyOwn) return [];
  // A scenario means nothing without its failures, and no source of another tool states any.
  if (kind === 'scenario') return [[name, entity]];
  const values: Values = Object.fromEntries(
    FIELD_RULES[kind].flatMap(({ field, initial }) => {
      const value = entity.values[field];
      if (value === undefined) return [];
      const isDefault = initial !== undefined && areEqual(value, initial);
      return KEPT.has(field) || others.has(field) || !(own.has(field) || isDefault) ? [[field, value]] : [];
    }),
  );
  return [[name, { ...entity, values }]];
}
