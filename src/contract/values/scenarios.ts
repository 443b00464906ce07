/** The values of saved scenarios. */
import { ENTITY_KINDS } from '@/domain/vocabulary';

/** Past instants can be asked about, but not saved. */
export const SAVED_BASELINES = ['clean', 'live'] as const;

/** Kinds of members that can be missing. */
export const MISSING_KINDS = [...ENTITY_KINDS, 'dependency'] as const;

/** What the comparison of two runs covers. */
export const COMPARED_KINDS = ['component', 'application', 'capability', 'process', 'segment'] as const;

/** Older runs of a scenario are deleted. */
export const MOST_RUNS = 100;

/** The most scenarios a tenant can save. */
export const MOST_SCENARIOS = 1_000;
