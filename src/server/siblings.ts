/** What the other processes of this installation do, as far as its limits and metrics need it. Without a supervisor there are none. */
import { processState } from './processState';

/** Live feeds that are open in other processes. */
export interface FeedsElsewhere {
  ofTenant: number;
  ofPrincipal: number;
}

export interface Siblings {
  /** How many processes, this one included, share what one may use by itself. */
  readonly webProcesses: number;
  feedsElsewhere(tenantId: string, principalId: string): FeedsElsewhere;
  /** Tells the others how many live feeds of a principal are open here. */
  tellFeeds(tenantId: string, principalId: string, count: number): void;
  /** The metrics of all processes of the installation; null for those of this one. Never rejects. */
  allMetrics(): Promise<readonly string[] | null>;
}

const NONE: Siblings = {
  webProcesses: 1,
  feedsElsewhere: () => ({ ofTenant: 0, ofPrincipal: 0 }),
  tellFeeds: () => undefined,
  allMetrics: () => Promise.resolve(null),
};

interface Known {
  siblings: Siblings;
}

const known = (): Known => processState<Known>('siblings', () => ({ siblings: NONE }));

export function siblings(): Siblings {
  return known().siblings;
}

/** Called once, at the start of a process that has a supervisor. */
export function haveSiblings(others: Siblings): void {
  known().siblings = others;
}
