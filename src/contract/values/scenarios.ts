/** What saved scenarios are about. */
import { ENTITY_KINDS } from '@/domain/vocabulary';

/** A past instant is asked for, not kept. */
export const SAVED_BASELINES = ['clean', 'live'] as const;

/** A member of a scenario that can be gone. */
export const MISSING_KINDS = [...ENTITY_KINDS, 'dependency'] as const;

/** What two runs are compared by. */
export const COMPARED_KINDS = ['component', 'application', 'capability', 'process', 'segment'] as const;

/** Older runs of a scenario go. */
export const MOST_RUNS = 100;

/** So many scenarios may a tenant keep. */
export const MOST_SCENARIOS = 1_000;
