/**
 * Finds conflicts between manifests. For each entity, the fields that a manifest last stated are stored, with links by id, so that renames
 * do not matter. If another manifest states a field differently, somebody has to decide which of the two wins.
 */
import { append } from '@/plain/grouped';
import { byCodeUnit } from '@/plain/order';
import { areSameReferences, referenceOf, type Reference } from '@/domain/references';
import type { Declaration, DeclaredShare, DeclaredValue, StatementConflict } from './declaration';
import { FIELD_RULES, isListField, type FieldRule, type ManifestKind } from './manifestFields';
import { memberOf, memberText } from './scenarioValues';

/** The stated fields only. */
export type Statement = Readonly<Record<string, DeclaredValue>>;

/** What another manifest last stated about an entity, with links by id. */
export interface OtherStatement {
  manifest: string;
  kind: ManifestKind;
  entityId: string;
  stated: Statement;
}

/** Resolves an id or a name; undefined if there is no such entity. */
export type Translate = (kind: ManifestKind, idOrName: string) => string | undefined;

/** The same statement with every link translated from names to ids, or back. Leaves out links to what no longer exists. */
export function translateLinks(kind: ManifestKind, statement: Statement, translate: Translate): Statement {
  const translated: Record<string, DeclaredValue> = {};
  for (const rule of FIELD_RULES[kind]) {
    const value = statement[rule.field];
    const result = value === undefined ? undefined : translateValue(rule, value, translate);
    if (result !== undefined) translated[rule.field] = result;
  }
  return translated;
}

function translateValue({ target, type }: FieldRule, value: DeclaredValue, translate: Translate): DeclaredValue | undefined {
  if (type === 'members' && value !== null)
    return (value as readonly string[])
      .flatMap((text) => {
        const { entityType, entity, state } = memberOf(text);
        const translated = translate(entityType, entity);
        return translated === undefined ? [] : memberText({ entityType, entity: translated, state });
      })
      .sort(byCodeUnit);
  if (type === 'references') return (value as readonly Reference[]).map(referenceOf);
  if (target === undefined || value === null) return value;
  if (type === 'link') return translate(target, String(value));
  if (type === 'links') return (value as readonly string[]).flatMap((link) => translate(target, link) ?? []).sort(byCodeUnit);
  return (value as readonly DeclaredShare[])
    .flatMap((share) => {
      const capability = translate(target, share.capability);
      return capability === undefined ? [] : [{ ...share, capability }];
    })
    .sort((left, right) => byCodeUnit(left.capability, right.capability));
}

/**
 * All conflicts of the declarations with what other manifests last stated: in the order of the declarations, then of the fields, then by
 * manifest.
 */
export function findConflicts(
  declarations: readonly Declaration[],
  others: readonly OtherStatement[],
  { idOf, nameOf }: { idOf: Translate; nameOf: Translate },
): StatementConflict[] {
  const byEntity = new Map<string, OtherStatement[]>();
  for (const other of [...others].sort((left, right) => byCodeUnit(left.manifest, right.manifest)))
    append(byEntity, `${other.kind} ${other.entityId}`, other);
  if (byEntity.size === 0) return [];
  return declarations.flatMap(({ kind, technicalName, values }) => {
    const entityId = idOf(kind, technicalName);
    const rivals = entityId === undefined ? undefined : byEntity.get(`${kind} ${entityId}`);
    if (entityId === undefined || rivals === undefined) return [];
    const named = rivals.map(({ manifest, stated }) => ({ manifest, stated: translateLinks(kind, stated, nameOf) }));
    const ours = translateLinks(kind, values, (_, name) => name);
    return FIELD_RULES[kind].flatMap((rule) =>
      named.flatMap(({ manifest, stated }) => {
        const [our, their] = [ours[rule.field], stated[rule.field]];
        if (our === undefined || their === undefined || doAgree(rule, our, their)) return [];
        return [{ manifest, kind, technicalName, field: rule.field, theirs: their, ours: our, entityId }];
      }),
    );
  });
}

/** Lists other than references are sorted sets. If only one of the two states a share, they still agree. */
function doAgree(rule: FieldRule, left: DeclaredValue, right: DeclaredValue): boolean {
  if (!isListField(rule)) return left === right;
  if (rule.type === 'references') return areSameReferences(left as readonly Reference[], right as readonly Reference[]);
  const [ours, theirs] = [left as readonly (string | DeclaredShare)[], right as readonly (string | DeclaredShare)[]];
  return (
    ours.length === theirs.length &&
    ours.every((item, index) => {
      const other = theirs[index];
      if (typeof item === 'string' || typeof other !== 'object') return item === other;
      const isOneLeftOut = item.revenueShare === undefined || other.revenueShare === undefined;
      return item.capability === other.capability && (isOneLeftOut || item.revenueShare === other.revenueShare);
    })
  );
}
