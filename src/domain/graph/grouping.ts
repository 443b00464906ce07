/**
 * In which group a component stands on a picture: by its application, its hosting zone, its application's team or its application's capability. It stands
 * in one group only; where it belongs to several zones or capabilities, in the first by technicalName.
 */
import { byCodeUnit } from '@/plain/order';

/** What components are grouped by. */
export type GroupedBy = 'application' | 'hosting-zone' | 'team' | 'capability';

/** Key of the group of those that belong to none. */
export const NO_GROUP = 'none';

const TEAM = 'team ';

/** The group of a team, as it is written at its applications; nobody's components stand in `NO_GROUP`. */
export function teamKey(team: string | null): string {
  return team === null || team === '' ? NO_GROUP : `${TEAM}${team}`;
}

/** The team that `teamKey` made a key of. */
export function teamOfKey(key: string): string {
  return key.slice(TEAM.length);
}

/** The group of what belongs to any number of entities: the id of the first by technicalName, or `NO_GROUP`. */
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

/** Key of the group that a component stands in. */
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
