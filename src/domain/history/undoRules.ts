/** The landscape rules that involve several records, checked for the result of an undo. */
import type { LandscapeRecord } from './undoneFields';

/**
 * Tells which dependencies are in an inconsistent group: all dependencies of a group must state the same minimum, from 1 to the number of
 * its targets.
 */
export function brokenGroups(dependencies: readonly LandscapeRecord[]): (dependency: LandscapeRecord) => boolean {
  const groups = new Map<string, { minimums: Set<unknown>; targets: Set<unknown> }>();
  for (const dependency of dependencies) {
    const key = groupOf(dependency);
    if (key === null) continue;
    let group = groups.get(key);
    if (group === undefined) {
      group = { minimums: new Set(), targets: new Set() };
      groups.set(key, group);
    }
    group.minimums.add(dependency.redundancyMinimum);
    group.targets.add(dependency.targetComponentId);
  }
  const broken = new Set<string>();
  for (const [key, { minimums, targets }] of groups)
    if (minimums.size > 1 || [...minimums].some((minimum) => Number(minimum) > targets.size)) broken.add(key);
  return (dependency) => {
    const key = groupOf(dependency);
    return key === null ? Number(dependency.redundancyMinimum) > 1 : broken.has(key);
  };
}

function groupOf({ sourceComponentId, redundancyGroup }: LandscapeRecord): string | null {
  return redundancyGroup == null ? null : JSON.stringify([sourceComponentId, redundancyGroup]);
}

/** The ids of capabilities on a cycle of parents. */
export function cyclesIn(capabilities: ReadonlyMap<string, LandscapeRecord>): Set<string> {
  const cyclic = new Set<string>();
  const settled = new Set<string>();
  for (const start of capabilities.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let id: string | null = start;
    while (id !== null && !settled.has(id) && !onPath.has(id)) {
      path.push(id);
      onPath.add(id);
      const parentId: unknown = capabilities.get(id)?.parentId ?? null;
      id = parentId === null ? null : String(parentId);
    }
    if (id !== null && onPath.has(id)) path.slice(path.indexOf(id)).forEach((member) => cyclic.add(member));
    path.forEach((member) => settled.add(member));
  }
  return cyclic;
}
