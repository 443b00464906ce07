/** Checks that capabilities form a tree: finds declarations whose parent closes a circle. */
import type { Declaration, DiffIssue } from './declaration';
import type { FinalLandscape } from './finalLandscape';

/** One mistake for each circle, at its first declaration that states a parent. */
export function capabilityCycles(final: FinalLandscape, declarations: readonly Declaration[]): DiffIssue[] {
  const stating = declarations.filter(({ kind, values }) => kind === 'capability' && values.parent !== undefined && values.parent !== null);
  const parents = new Map<string, string>();
  for (const { technicalName } of stating)
    for (let name: string = technicalName; !parents.has(name);) {
      const parent: unknown = final.get('capability', name)?.parent;
      if (typeof parent !== 'string') break;
      parents.set(name, parent);
      name = parent;
    }
  const reported = new Set<string>();
  const issues: DiffIssue[] = [];
  for (const circle of circlesIn(parents))
    for (const { technicalName, path } of stating) {
      if (!circle.includes(technicalName) || reported.has(circle[0] ?? '')) continue;
      reported.add(circle[0] ?? '');
      issues.push({
        path: [...path, 'parent'],
        message: `closes a cycle of parents: ${[...circle, circle[0]].join(' → ')}`,
        hint: 'capabilities form a tree',
      });
    }
  return issues;
}

/** The circles in a map in which each name has at most one parent. Each circle starts at its first name by code unit. */
export function circlesIn(parents: ReadonlyMap<string, string>): string[][] {
  const circles: string[][] = [];
  const settled = new Set<string>();
  for (const start of parents.keys()) {
    const onPath = new Map<string, number>();
    const path: string[] = [];
    let name: string | undefined = start;
    while (name !== undefined && !settled.has(name) && !onPath.has(name)) {
      onPath.set(name, path.length);
      path.push(name);
      name = parents.get(name);
    }
    const from = name === undefined ? undefined : onPath.get(name);
    if (from !== undefined) circles.push(fromFirstName(path.slice(from)));
    for (const passed of path) settled.add(passed);
  }
  return circles;
}

function fromFirstName(circle: string[]): string[] {
  const first = circle.reduce((best, name, index) => (name < (circle[best] ?? name) ? index : best), 0);
  return [...circle.slice(first), ...circle.slice(0, first)];
}
