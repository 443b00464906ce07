/** The technicalNames that a text declares itself, kind by kind, read line by line so that an unfinished text will do. */
import type { EntityKind } from '@/domain/vocabulary';

const SECTIONS: Readonly<Record<string, EntityKind>> = {
  applications: 'application',
  capabilities: 'capability',
  processes: 'process',
  segments: 'segment',
  hostingAreas: 'hosting-area',
  technologies: 'technology',
  datasets: 'dataset',
};
const NESTED: Readonly<Record<string, { within: EntityKind; kind: EntityKind }>> = {
  components: { within: 'application', kind: 'component' },
  zones: { within: 'hosting-area', kind: 'hosting-zone' },
};
const WORDS = /(?<=^|[\s{,-])(?:(components|zones)|technicalName)\s*:\s*["']?([A-Za-z0-9][A-Za-z0-9._-]*)?/g;

export function declaredNames(lines: Iterable<string>): Map<EntityKind, Set<string>> {
  const names = new Map<EntityKind, Set<string>>();
  let section: EntityKind | undefined;
  let nested: { column: number; kind: EntityKind } | null = null;
  for (const line of lines) {
    const top = /^(\w+)\s*:/.exec(line);
    if (top !== null) [section, nested] = [SECTIONS[top[1] ?? ''], null];
    if (section === undefined) continue;
    for (const { index, 1: list, 2: name } of line.matchAll(WORDS)) {
      const inner = list === undefined ? undefined : NESTED[list];
      if (nested !== null && index <= nested.column) nested = null;
      if (inner?.within === section) nested = { column: index, kind: inner.kind };
      else if (list === undefined && name !== undefined) {
        const kind = nested?.kind ?? section;
        names.set(kind, (names.get(kind) ?? new Set()).add(name));
      }
    }
  }
  return names;
}
