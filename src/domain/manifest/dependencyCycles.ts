/** Finds circles of dependencies: groups of components in which each depends on all others, directly or indirectly. */
import { byCodeUnit } from '@/plain/order';
import type { DependencyRow } from './impactLandscape';

/** The members of each circle, sorted by name. Uses Tarjan's algorithm with an explicit stack, so depth does not matter. */
export function dependencyCycles(dependencies: readonly DependencyRow[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { source, target } of dependencies) {
    const known = targets.get(source);
    if (known === undefined) targets.set(source, [target]);
    else known.push(target);
  }
  const search = new Search(targets);
  for (const source of targets.keys()) search.visit(source);
  return search.cycles;
}

interface Visit {
  name: string;
  index: number;
  low: number;
  next: number;
}

class Search {
  readonly cycles: string[][] = [];
  private readonly indexes = new Map<string, number>();
  private readonly open: string[] = [];
  private readonly isOpen = new Set<string>();

  constructor(private readonly targets: ReadonlyMap<string, readonly string[]>) {}

  visit(start: string): void {
    if (this.indexes.has(start)) return;
    const visits = [this.enter(start)];
    for (let top = visits.at(-1); top !== undefined; top = visits.at(-1)) {
      const target = this.targets.get(top.name)?.[top.next];
      top.next += 1;
      if (target === undefined) {
        visits.pop();
        this.leave(top);
        const below = visits.at(-1);
        if (below !== undefined) below.low = Math.min(below.low, top.low);
      } else if (!this.indexes.has(target)) visits.push(this.enter(target));
      else if (this.isOpen.has(target)) top.low = Math.min(top.low, this.indexes.get(target) ?? top.low);
    }
  }

  private enter(name: string): Visit {
    const index = this.indexes.size;
    this.indexes.set(name, index);
    this.open.push(name);
    this.isOpen.add(name);
    return { name, index, low: index, next: 0 };
  }

  private leave({ name, index, low }: Visit): void {
    if (low !== index) return;
    const members = this.open.splice(this.open.lastIndexOf(name));
    for (const member of members) this.isOpen.delete(member);
    if (members.length > 1) this.cycles.push(members.sort(byCodeUnit));
  }
}
