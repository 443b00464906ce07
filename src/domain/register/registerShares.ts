/** What each dependency proves, worst first, and how many do: each counts once, so that the parts add up to the whole. */
import { CLASSIFICATIONS, CRITICALITY_TIERS, type Classification, type CriticalityTier } from '@/domain/vocabulary';
import { byCodeUnit } from '@/plain/order';
import { sensitivity } from './dataClasses';
import type { RegisterEntry } from './registerEntry';

/** Worst first: it says that it is not protected; something is missing; something is said in words that are not known; all is said. */
export const REGISTER_VERDICTS = ['unprotected', 'gap', 'unclear', 'secured'] as const;
export type RegisterVerdict = (typeof REGISTER_VERDICTS)[number];

export type RegisterShares = Record<RegisterVerdict, number> & { total: number };

type Judged = Pick<RegisterEntry, 'isUnprotected' | 'status' | 'unknownWords'>;

export function verdictOf({ isUnprotected, status, unknownWords }: Judged): RegisterVerdict {
  if (isUnprotected) return 'unprotected';
  if (status === 'gap') return 'gap';
  return unknownWords.length > 0 ? 'unclear' : 'secured';
}

export function highestTierOf({ source, target }: Pick<RegisterEntry, 'source' | 'target'>): CriticalityTier {
  const [from, to] = [source.application.criticalityTier, target.application.criticalityTier];
  return CRITICALITY_TIERS.indexOf(from) >= CRITICALITY_TIERS.indexOf(to) ? from : to;
}

/**
 * What decides the order from the worst on, as texts by code unit: the verdict, the most sensitive data, the more critical application, how
 * much is missing, then the names. No two entries are equal in all.
 */
export function worstKeys(entry: RegisterEntry): string[] {
  const { dataClass, missing, source, target, dependencyType } = entry;
  return [
    String(REGISTER_VERDICTS.indexOf(verdictOf(entry))),
    String(CLASSIFICATIONS.length - sensitivity(dataClass)),
    String(CRITICALITY_TIERS.length - CRITICALITY_TIERS.indexOf(highestTierOf(entry))),
    String(9 - missing.length),
    source.technicalName,
    target.technicalName,
    dependencyType,
  ];
}

/** A copy, the worst first. */
export function worstFirst(entries: readonly RegisterEntry[]): RegisterEntry[] {
  const keyed = entries.map((entry) => ({ entry, keys: worstKeys(entry) }));
  keyed.sort((left, right) => {
    for (const [index, key] of left.keys.entries()) {
      const order = byCodeUnit(key, right.keys[index] ?? '');
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ entry }) => entry);
}

export interface SharesOfRegister {
  overall: RegisterShares;
  /** Under the more critical of both applications; all tiers, the most critical first. */
  byCriticalityTier: ({ criticalityTier: CriticalityTier } & RegisterShares)[];
  /** Under the most sensitive data that either end uses, the most sensitive first; null: none is recorded. */
  byDataClass: ({ dataClass: Classification | null } & RegisterShares)[];
}

export function sharesOf(entries: readonly RegisterEntry[]): SharesOfRegister {
  const none = (): RegisterShares => ({ unprotected: 0, gap: 0, unclear: 0, secured: 0, total: 0 });
  const overall = none();
  const tiers = new Map([...CRITICALITY_TIERS].reverse().map((tier) => [tier, none()]));
  const classes = new Map<Classification | null, RegisterShares>([...[...CLASSIFICATIONS].reverse(), null].map((one) => [one, none()]));
  for (const entry of entries) {
    const verdict = verdictOf(entry);
    for (const counts of [overall, tiers.get(highestTierOf(entry)), classes.get(entry.dataClass)]) {
      if (counts === undefined) continue;
      counts[verdict] += 1;
      counts.total += 1;
    }
  }
  return {
    overall,
    byCriticalityTier: [...tiers].map(([criticalityTier, counts]) => ({ criticalityTier, ...counts })),
    byDataClass: [...classes].map(([dataClass, counts]) => ({ dataClass, ...counts })),
  };
}
