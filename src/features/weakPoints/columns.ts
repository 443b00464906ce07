/** The columns of the matrix: components that take down exactly the same rows share one. */
import type { CapabilityWeakPoints, WeakPointSummary } from '@/contract/weakPoints';

type Component = WeakPointSummary['worstComponents'][number];

export interface Column {
  /** In the order of the summary; at least one. */
  components: readonly [Component, ...Component[]];
  /** The ids of the rows that each of them takes down alone. */
  rowIds: ReadonlySet<string>;
  /** The highest expected cost of an hour without one of them; null if it may not be seen. */
  perHour: number | null;
}

/** In the order of the first component of each. Components that take down none of the rows have no column. */
export function columnsOf(
  components: readonly Component[],
  rows: readonly Pick<CapabilityWeakPoints, 'id' | 'worstComponentIds'>[],
): Column[] {
  const columns = new Map<string, Column>();
  for (const component of components) {
    const rowIds = rows.filter(({ worstComponentIds }) => worstComponentIds.includes(component.id)).map(({ id }) => id);
    if (rowIds.length === 0) continue;
    const key = rowIds.join(' ');
    const known = columns.get(key);
    columns.set(key, {
      components: known === undefined ? [component] : [...known.components, component],
      rowIds: new Set(rowIds),
      perHour: dearest(known?.perHour ?? null, component.perHour),
    });
  }
  return [...columns.values()];
}

function dearest(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.max(left, right);
}
