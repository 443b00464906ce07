/**
 * The group of a component in a picture: its application, hosting zone, its application's team, or its application's capability. A
 * component is in exactly one group; with several zones or capabilities, the first by technical name counts.
 */
import { byCodeUnit } from '@/plain/order';

/** What components are grouped by. */
export type GroupedBy = 'application' | 'hosting-zone' | 'team' | 'capability';

/** The key of components without a group. */
export const NO_GROUP = 'none';

const TEAM = 'team ';

/** The key of a team, as its applications write it; components without a team are in `NO_GROUP`. */
export function teamKey(team: string | null): string {
  return team === null || team === '' ? NO_GROUP : `${TEAM}${team}`;
}

/** The team of a key that `teamKey` made. */
export function teamOfKey(key: string): string {
  return key.slice(TEAM.length);
}

/** The group of something that belongs to any number of entities: the id of the first by technical name, or `NO_GROUP`. */
export function firstKey(entities: readonly { id: string; technicalName: string }[]): string {
  let first = entities[0];
  for (const entity of entities) if (first !== undefined && byCodeUnit(entity.technicalName, first.technicalName) < 0) first = entity;
  return first?.id ?? NO_GROUP;
}

/** Where a component belongs. */
export interface Memberships {
  application: { id: string; ownerTeam: string | null };
  hostingZones: readonly { id: string; technicalName: string }[];
  capabilities: readonly { id: string; technicalName: string }[];
}

/** The key of the group that a component is in. */
export function groupKeyOf({ application, hostingZones, capabilities }: Memberships, by: GroupedBy): string {
  switch (by) {
    case 'application':
      return application.id;
    case 'hosting-zone':
      return firstKey(hostingZones);
    case 'team':
      return teamKey(application.ownerTeam);
    case 'capability':
      return firstKey(capabilities);
  }
}
