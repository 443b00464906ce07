/** The groups of a component in a picture. With several zones or capabilities it is in the group of each. */
import type { Landscape } from '@/domain/graph/landscape/views';
import type { DomainsBy } from '@/domain/vocabulary';

/** What components are grouped by. `DomainRule` says what a domain is. */
export type GroupedBy = 'application' | 'domain' | 'team' | 'capability' | 'hosting-zone' | 'lifecycle' | 'tier';

/** What the domains of a landscape are. */
export interface DomainRule {
  /** null: capabilities at the top of the tree, if at least half of the applications support one. */
  by: DomainsBy | null;
  /** What ends the domain in the name of a team. */
  separator: string;
}

export const AUTOMATIC_DOMAINS: DomainRule = { by: null, separator: '/' };

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

const DOMAIN = 'domain ';

/** The key of the domain that a team's name begins with; the whole name without a separator. */
export function domainKeyOfTeam(team: string | null, separator: string): string {
  if (team === null || team === '') return NO_GROUP;
  const end = team.indexOf(separator);
  return `${DOMAIN}${end > 0 ? team.slice(0, end).trimEnd() : team}`;
}

export function isTeamDomainKey(key: string): boolean {
  return key.startsWith(DOMAIN);
}

/** The name of a domain whose key `domainKeyOfTeam` made. */
export function domainOfKey(key: string): string {
  return key.slice(DOMAIN.length);
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
 * What shows a large landscape in few groups: domains, if the tenant has any; otherwise teams, if applications have any; otherwise
 * applications, unless there are too many.
 */
export function broadGrouping(
  { applications, links: { applicationCapabilities } }: Landscape,
  { by }: DomainRule,
): 'domain' | 'team' | 'application' {
  let all = 0;
  let supporting = 0;
  let owned = 0;
  for (const { id, ownerTeam } of applications) {
    all++;
    if (applicationCapabilities.named.row(applications.indexOf(id)).length > 0) supporting++;
    if (teamKey(ownerTeam) !== NO_GROUP) owned++;
  }
  if (by === null ? all > 0 && supporting * 2 >= all : by !== 'None') return 'domain';
  return owned > 0 || all > MOST_APPLICATIONS ? 'team' : 'application';
}
