/** How many cores this process may use. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What a container may use: a quota and a period in microseconds, or `max` without a limit. */
const LIMIT = '/sys/fs/cgroup/cpu.max';

/** Whole cores, at least one: those of the machine, or fewer if a container limits them. */
export function availableCores(readLimit: () => string = () => readFileSync(LIMIT, 'utf8'), cores = availableParallelism()): number {
  try {
    const [quota = Number.NaN, period = Number.NaN] = readLimit().split(' ').map(Number);
    // Comparisons with NaN are false.
    return quota > 0 && period > 0 ? Math.max(1, Math.min(cores, Math.floor(quota / period))) : cores;
  } catch {
    return cores;
  }
}
