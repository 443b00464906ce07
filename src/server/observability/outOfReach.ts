/** The tenants that this process looks after, and whose part of the database does not answer. Only a distributed database has parts. */
import { processState } from '@/server/processState';

interface Counted {
  count: () => number;
}

/** Whoever looks for work replaces `count`. */
export function outOfReach(): Counted {
  return processState('outOfReach', (): Counted => ({ count: () => 0 }));
}
