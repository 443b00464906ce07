/** The landscape rules that involve several records, checked for the result of an undo. */
import { circlesIn } from '@/domain/manifest/capabilityTree';
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
    const group = groups.get(key) ?? { minimums: new Set(), targets: new Set() };
    groups.set(key, group);
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
  const parents = new Map<string, string>();
  for (const [id, { parentId }] of capabilities) if (typeof parentId === 'string') parents.set(id, parentId);
  return new Set(circlesIn(parents).flat());
}
