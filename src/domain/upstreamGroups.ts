/** Sorts what could bring an entity down by how much it would hurt: the three groups under which every interface shows causes. */
import type { HealthState } from './vocabulary';

export const UPSTREAM_GROUPS = ['takesDown', 'degrades', 'harmless'] as const;
export type UpstreamGroup = (typeof UPSTREAM_GROUPS)[number];

export const UPSTREAM_GROUP_WORDS: Readonly<Record<UpstreamGroup, string>> = {
  takesDown: 'could take it down',
  degrades: 'could degrade it',
  harmless: 'reaches it without harm',
};

/** By the state that a cause would give the entity if it alone failed. */
export function upstreamGroupOf(state: HealthState): UpstreamGroup {
  if (state === 'Outage') return 'takesDown';
  return state === 'Healthy' ? 'harmless' : 'degrades';
}

export interface Cause<Row> {
  row: Row;
  /** Whether it is one of the entity's own components. */
  isOwn: boolean;
}

/** The causes of an upstream answer by group, the entity's own first in each; within these, in the given order. */
export function upstreamGroups<Own extends { expectedState: HealthState }, Other extends { expectedState: HealthState }>({
  origin,
  components,
}: {
  origin: readonly Own[];
  components: readonly Other[];
}): Record<UpstreamGroup, Cause<Own | Other>[]> {
  const groups: Record<UpstreamGroup, Cause<Own | Other>[]> = { takesDown: [], degrades: [], harmless: [] };
  for (const row of origin) groups[upstreamGroupOf(row.expectedState)].push({ row, isOwn: true });
  for (const row of components) groups[upstreamGroupOf(row.expectedState)].push({ row, isOwn: false });
  return groups;
}
