/** How much each cause contributes to the present exposure, for the events about its incident. */
import type { CauseSummary } from '@/domain/health/causeSummary';
import type { ContributedExposure } from '@/domain/graph/questions/live/rollUpContributions';
import type { HealthImpactCause } from '@/domain/health/healthImpact';
import type { Transaction } from '@/server/db/transaction';
import { outlineOf, parseStored } from '@/server/db/parseStored';

export interface CauseExposures {
  /** By component id, for the causes that were calculated. */
  known: ReadonlyMap<string, ContributedExposure>;
  /** Whether these are all causes. */
  isWhole: boolean;
}

const NOTHING: ContributedExposure = { perHour: 0, expectedPerHour: 0 };

/** Zero for a component that is not a cause now; null if that is unknown, because there are more causes than are calculated. */
export function exposureOf({ known, isWhole }: CauseExposures, componentId: string): ContributedExposure | null {
  return known.get(componentId) ?? (isWhole ? NOTHING : null);
}

interface Costs {
  causes: readonly Pick<HealthImpactCause, 'id' | 'contributed'>[];
  causeCount: number;
}

/** The exposures of calculated causes. `causeCount` also counts causes that were not calculated. */
export function exposuresIn({ causes, causeCount }: Costs): CauseExposures {
  return {
    known: new Map(causes.map(({ id, contributed = NOTHING }) => [id, contributed])),
    isWhole: causes.length === causeCount,
  };
}

interface StoredSummaries {
  causes: CauseSummary[];
  causeCount: number;
}
const SUMMARIES = outlineOf<StoredSummaries>('causes', 'causeCount');

/** The stored roll-ups of the first causes, and how many causes there are. */
export function readCauseSummaries(stored: unknown, tenantId: string): StoredSummaries {
  return parseStored(SUMMARIES, stored, { table: 'impact_snapshot', column: 'causeSummaries', id: tenantId });
}

/** As the last turn calculated them. */
export async function readExposures(tx: Transaction, tenantId: string): Promise<CauseExposures> {
  const row = await tx.impactSnapshot.findUnique({ where: { tenantId }, select: { causeSummaries: true } });
  const { causes, causeCount } =
    row?.causeSummaries == null ? { causes: [], causeCount: 0 } : readCauseSummaries(row.causeSummaries, tenantId);
  return exposuresIn({
    causes: causes.map(({ id, revenue }) => ({ id, ...(revenue === undefined ? {} : { contributed: revenue.contributed }) })),
    causeCount,
  });
}
