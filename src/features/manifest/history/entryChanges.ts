/** Shows entries of the change log as the changes of a plan. Links get a name if this apply's own entries give it. */
import type { ChangeEntry } from '@/contract/changes';
import type { ManifestChange } from '@/contract/manifest/plan';
import { MANIFEST_KINDS, type ManifestKind } from '@/domain/manifest/manifestFields';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

type Entry = Pick<ChangeEntry, 'op' | 'kind' | 'entityId' | 'technicalName' | 'fields'>;

export function entryChanges(entries: readonly Entry[]): ManifestChange[] {
  const names = new Map(entries.map(({ entityId, technicalName }) => [entityId, technicalName]));
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return GUID.test(value) ? (names.get(value) ?? `${value.slice(0, 8)}…`) : value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner)]));
  };
  return entries.flatMap(({ op, kind, technicalName, fields }) => {
    if (!isManifestKind(kind)) return [];
    return [{ op, kind, technicalName, fields: fields.map((field) => ({ ...field, from: named(field.from), to: named(field.to) })) }];
  });
}

function isManifestKind(kind: string): kind is ManifestKind {
  return (MANIFEST_KINDS as readonly string[]).includes(kind);
}
