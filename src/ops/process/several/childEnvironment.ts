/** What a supervisor passes to a child process, including its share of the settings of the whole installation. */
import { z } from 'zod';
import type { Env, Role } from '@/server/env';
import type { ProcessPlan } from './processPlan';

const FACTS = 'FAULTLINE_CHILD';
/** The minimum that env.ts accepts. */
const LEAST = { connections: 2, graphMegabytes: 16 };

const ChildFacts = z.object({
  /** For example `web-1`; a child that replaces another gets the same name. */
  name: z.string(),
  role: z.enum(['web', 'worker']),
  webProcesses: z.number().int().min(1),
});
export type ChildFacts = z.infer<typeof ChildFacts>;

type Settings = Pick<Env, 'DATABASE_POOL_SIZE' | 'GRAPH_CACHE_MEGABYTES'>;

/** The children of a plan, in the order in which they are started. */
export function childrenOf({ web, worker }: ProcessPlan): ChildFacts[] {
  const some = (role: Role, count: number): ChildFacts[] =>
    Array.from({ length: count }, (_, index) => ({
      name: count === 1 ? role : `${role}-${index + 1}`,
      role,
      webProcesses: Math.max(1, web),
    }));
  return [...some('worker', worker), ...some('web', web)];
}

/** The variables of a child in addition to those of its supervisor. `port` is the one that the web processes share. */
export function childEnvironment(
  facts: ChildFacts,
  { web, worker }: ProcessPlan,
  { DATABASE_POOL_SIZE, GRAPH_CACHE_MEGABYTES }: Settings,
  port: number,
): Record<string, string> {
  const part = (whole: number, least: number): string => String(Math.max(least, Math.floor(whole / (web + worker))));
  return {
    [FACTS]: JSON.stringify(facts),
    FAULTLINE_ROLES: facts.role,
    PORT: String(port),
    DATABASE_POOL_SIZE: part(DATABASE_POOL_SIZE, LEAST.connections),
    GRAPH_CACHE_MEGABYTES: part(GRAPH_CACHE_MEGABYTES, LEAST.graphMegabytes),
  };
}

/** Reads what the supervisor passed to this child. */
export function ownFacts(environment: Readonly<Record<string, string | undefined>>): ChildFacts {
  return ChildFacts.parse(JSON.parse(environment[FACTS] ?? 'null'));
}
