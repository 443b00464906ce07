/** Reads the short summaries of causes that a turn stored. */
import type { CauseSummary } from '@/domain/health/causeSummary';
import { outlineOf, parseStored } from '@/server/db/parseStored';

interface StoredSummaries {
  causes: CauseSummary[];
  causeCount: number;
}
const SUMMARIES = outlineOf<StoredSummaries>('causes', 'causeCount');

/** The stored roll-ups of the first causes, and how many causes there are. */
export function readCauseSummaries(stored: unknown, tenantId: string): StoredSummaries {
  return parseStored(SUMMARIES, stored, { table: 'impact_snapshot', column: 'causeSummaries', id: tenantId });
}
