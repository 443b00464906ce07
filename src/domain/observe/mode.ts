/** How hard a dependency is, measured: when only this target failed, did the work of the caller fail too? Pure. */
import type { ComponentKind, DependencyMode, DependencyType } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { UNITS, type Unit } from './units';

/** Fewer failures than this say nothing. */
const FEWEST = 5;
/** Two-sided, 95 %. */
const Z = 1.959963984540054;

export interface Evidence {
  /** Units of work in which this target failed and no other did. */
  alone: number;
  /** How many of them failed themselves. */
  reached: number;
  /** Units of work in which a retry helped. */
  retried: number;
}

export interface MeasuredMode {
  mode: DependencyMode;
  /** On what it rests. */
  basis: 'measured' | 'declared' | 'assumed';
  /** Why, in one sentence without a period. */
  why: string;
}

/** The interval in which the share lies with 95 % certainty, by Wilson. */
export function wilson(reached: number, alone: number): { low: number; high: number } {
  const share = reached / alone;
  const centre = share + Z ** 2 / (2 * alone);
  const spread = Z * Math.sqrt((share * (1 - share)) / alone + Z ** 2 / (4 * alone ** 2));
  const scale = 1 + Z ** 2 / alone;
  return { low: (centre - spread) / scale, high: (centre + spread) / scale };
}

function assumedMode(dependencyType: DependencyType, kind: ComponentKind): DependencyMode {
  return dependencyType === 'Publishes' ? 'Async' : kind === 'Cache' ? 'Soft' : 'Hard';
}

export function modeOf(
  { alone, reached, retried, declared }: Evidence & { declared?: { mode: DependencyMode } },
  dependencyType: DependencyType,
  kind: ComponentKind,
  unit: Unit = 'span',
): MeasuredMode {
  if (declared !== undefined) return { mode: declared.mode, basis: 'declared', why: 'declared by its owner' };
  if (unit !== 'span') {
    const why = `assumed, because ${UNITS[unit].source} do not say whether the caller failed too`;
    return { mode: assumedMode(dependencyType, kind), basis: 'assumed', why };
  }
  if (alone < FEWEST || dependencyType === 'Publishes') {
    const saved = retried === 0 ? '' : `; ${retried} ${retried === 1 ? 'was' : 'were'} saved by a retry`;
    const seen = alone === 0 ? 'no failure of it alone was seen' : `${reached} of ${countOf(alone, 'failure')} reached the caller`;
    const few = alone > 0 && alone < FEWEST ? `, fewer than ${FEWEST} failures` : '';
    return { mode: assumedMode(dependencyType, kind), basis: 'assumed', why: `assumed: ${seen}${few}${saved}` };
  }
  const { low, high } = wilson(reached, alone);
  const mode = low >= 0.5 ? 'Hard' : high <= 0.5 ? 'Soft' : 'Degraded';
  const word = mode === 'Degraded' ? ', mixed' : '';
  return { mode, basis: 'measured', why: `measured: ${reached} of ${alone} failures reached the caller${word}` };
}
