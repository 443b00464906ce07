/** The groups of a component in a picture. With several zones or capabilities it is in the group of each. */
import type { Landscape } from '@/domain/graph/landscape/views';

/** What components are grouped by. A domain is a capability at the top of the tree. */
export type GroupedBy = 'application' | 'domain' | 'team' | 'capability' | 'hosting-zone' | 'lifecycle' | 'tier';

/** The key of components without a group. */
export const NO_GROUP = 'none';

const TEAM = 'team ';

/** The key of a team, as its applications write it; components without a team are in `NO_GROUP`. */
export function teamKey(team: string | null): string {
  return team === null || team === '' ? NO_GROUP : `${TEAM}${team}`;
}

export function isTeamKey(key: string): boolean {
  return key.startsWith(TEAM);
}

/** The team of a key that `teamKey` made. */
export function teamOfKey(key: string): string {
  return key.slice(TEAM.length);
}

/** The capabilities at the top of the tree above these, each once, in the order in which they were found. */
export function topCapabilities({ links: { capabilityParents } }: Landscape, capabilities: Iterable<number>): number[] {
  const tops = new Set<number>();
  for (const capability of capabilities) {
    let top = capability;
    const seen = new Set<number>();
    while (!seen.has(top)) {
      seen.add(top);
      const [parent] = capabilityParents.named.row(top);
      if (parent === undefined) break;
      top = parent;
    }
    tops.add(top);
  }
  return [...tops];
}

/** More applications than this are too many groups to be read side by side. */
const MOST_APPLICATIONS = 60;

/**
 * What shows a large landscape in few groups: domains, if at least half of the applications support a capability; otherwise teams, if
 * applications have any; otherwise applications, unless there are too many.
 */
export function broadGrouping({ applications, links: { applicationCapabilities } }: Landscape): 'domain' | 'team' | 'application' {
  let all = 0;
  let supporting = 0;
  let owned = 0;
  for (const { id, ownerTeam } of applications) {
    all++;
    if (applicationCapabilities.named.row(applications.indexOf(id)).length > 0) supporting++;
    if (teamKey(ownerTeam) !== NO_GROUP) owned++;
  }
  if (all > 0 && supporting * 2 >= all) return 'domain';
  return owned > 0 || all > MOST_APPLICATIONS ? 'team' : 'application';
}
