/** The names behind the ids in a change. */
import type { ChangeEntry } from '@/contract/changes';
import { KINDS } from '@/contract/values/kinds';
import type { EntityKind } from '@/domain/vocabulary';

export type NamesById = ReadonlyMap<string, string>;

export interface Portion {
  kind: EntityKind;
  ids: string[];
}

/** How many ids fit into one request's URL. */
const NAMES_AT_ONCE = 80;
/** As many entries as a page of the log, so that queries stay the same when older pages load. */
const ENTRIES_AT_ONCE = 50;

const TARGETS: ReadonlyMap<string, EntityKind> = new Map<string, EntityKind>([
  ...Object.values(KINDS).flatMap(({ links }) => links.map(({ field, target }) => [field, target] as const)),
  ['sourceComponentId', 'component'],
  ['targetComponentId', 'component'],
]);

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => (name.endsWith('Id') ? idsIn(part) : []));
  return [];
}

function portionsOf(entries: readonly ChangeEntry[]): Portion[] {
  const wanted = new Map<EntityKind, Set<string>>();
  for (const { fields } of entries)
    for (const { field, from, to } of fields) {
      const kind = TARGETS.get(field);
      if (kind === undefined) continue;
      const ids = wanted.get(kind) ?? new Set();
      for (const id of [...idsIn(from), ...idsIn(to)]) ids.add(id);
      wanted.set(kind, ids);
    }
  return [...wanted].flatMap(([kind, ids]) => {
    const sorted = [...ids].sort();
    return Array.from({ length: Math.ceil(sorted.length / NAMES_AT_ONCE) }, (_, at) => ({
      kind,
      ids: sorted.slice(at * NAMES_AT_ONCE, (at + 1) * NAMES_AT_ONCE),
    }));
  });
}

/** All ids that the entries link to, by kind and in batches. */
export function linkedPortions(entries: readonly ChangeEntry[]): Portion[] {
  const pages = Array.from({ length: Math.ceil(entries.length / ENTRIES_AT_ONCE) }, (_, at) =>
    entries.slice(at * ENTRIES_AT_ONCE, (at + 1) * ENTRIES_AT_ONCE),
  );
  return pages.flatMap(portionsOf);
}
