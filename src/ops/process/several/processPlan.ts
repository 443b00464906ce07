/** How many processes an installation consists of, and what each of them does. */
import type { Role } from '@/server/env';

export interface ProcessPlan {
  /** The processes that answer people and programs. */
  web: number;
  /** The processes that do only background work. */
  worker: number;
  /** What this process does by itself; null if it supervises the others. */
  ownRoles: ReadonlySet<Role> | null;
}

/** With more cores than this, one core is left for background work and the database. */
const CORES_OF_ONE_PROCESS = 2;
/** Each process needs its own memory, so more processes are started only on request. */
const MOST_BY_DEFAULT = 4;

/** The default number of web processes. */
export function defaultProcesses(cores: number): number {
  return cores <= CORES_OF_ONE_PROCESS ? 1 : Math.min(MOST_BY_DEFAULT, cores - 1);
}

interface Wanted {
  FAULTLINE_PROCESSES?: number | undefined;
  FAULTLINE_ROLES: readonly Role[];
  isDevelopment: boolean;
  cores: number;
}

/** One process does everything if one is enough: always for background work alone, and in development, where Next compiles on demand. */
export function planProcesses({ FAULTLINE_PROCESSES, FAULTLINE_ROLES, isDevelopment, cores }: Wanted): ProcessPlan {
  const roles = new Set(FAULTLINE_ROLES);
  const web = !roles.has('web') ? 0 : isDevelopment ? 1 : (FAULTLINE_PROCESSES ?? defaultProcesses(cores));
  if (web <= 1) return { web, worker: roles.has('worker') && web === 0 ? 1 : 0, ownRoles: roles };
  return { web, worker: roles.has('worker') ? 1 : 0, ownRoles: null };
}
