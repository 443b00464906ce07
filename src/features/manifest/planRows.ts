/** The changes of a plan as rows of one list: grouped by operation and filtered by the search. */
import type { ManifestChange } from '@/contract/manifest/plan';

export const CHANGE_OPS = ['create', 'update', 'delete'] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];

export type PlanRow = { type: 'heading'; op: ChangeOp; count: number } | { type: 'change'; change: ManifestChange };

/** Groups come in the order create, update, delete; within a group, in the order in which changes are made. Empty `ops` means all. */
export function planRows(changes: readonly ManifestChange[], search: string, ops: readonly ChangeOp[]): PlanRow[] {
  const wanted = search.trim().toLowerCase();
  return CHANGE_OPS.filter((op) => ops.length === 0 || ops.includes(op)).flatMap((op): PlanRow[] => {
    const group = changes.filter(
      (change) => change.op === op && (change.technicalName.toLowerCase().includes(wanted) || change.kind.includes(wanted)),
    );
    return group.length === 0
      ? []
      : [{ type: 'heading', op, count: group.length }, ...group.map((change): PlanRow => ({ type: 'change', change }))];
  });
}
