/** Which entries of the register match a filter. */
import type { Classification, CriticalityTier, DependencyType } from '@/domain/vocabulary';
import type { RegisterEntry, RegisterStatus } from './registerEntry';
import { highestTierOf, verdictOf, type RegisterVerdict } from './registerShares';

/** All given filters must match; an application or tier matches at either end. */
export interface RegisterFilters {
  applicationId?: string | undefined;
  criticalityTier?: readonly CriticalityTier[] | undefined;
  status?: RegisterStatus | undefined;
  isExternal?: boolean | undefined;
  personalData?: boolean | undefined;
  isUnprotected?: boolean | undefined;
  verdict?: readonly RegisterVerdict[] | undefined;
  dataClass?: readonly Classification[] | undefined;
  /** Matches the more critical of both ends. */
  highestTier?: readonly CriticalityTier[] | undefined;
  dependencyType?: readonly DependencyType[] | undefined;
  /** Matches any part of the name or technicalName of either component, ignoring case. */
  search?: string | undefined;
}

/** The entries that match all filters, in their order. A filter that is undefined matches everything. */
export function selectEntries(entries: readonly RegisterEntry[], filters: RegisterFilters): RegisterEntry[] {
  const { applicationId, criticalityTier, status, isExternal, personalData, isUnprotected, dependencyType } = filters;
  const isFound = finder(filters.search);
  return entries.filter((entry) => {
    const ends = [entry.source, entry.target];
    return (
      (status === undefined || entry.status === status) &&
      (isExternal === undefined || entry.isExternal === isExternal) &&
      (personalData === undefined || entry.personalData === personalData) &&
      (isUnprotected === undefined || entry.isUnprotected === isUnprotected) &&
      (dependencyType === undefined || dependencyType.includes(entry.dependencyType)) &&
      isOfShare(entry, filters) &&
      (applicationId === undefined || ends.some(({ application }) => application.id === applicationId)) &&
      (criticalityTier === undefined || ends.some(({ application }) => criticalityTier.includes(application.criticalityTier))) &&
      ends.some(isFound)
    );
  });
}

/** The filters of which each dependency has one value. */
function isOfShare(entry: RegisterEntry, { verdict, dataClass, highestTier }: RegisterFilters): boolean {
  return (
    (verdict === undefined || verdict.includes(verdictOf(entry))) &&
    (dataClass === undefined || (entry.dataClass !== null && dataClass.includes(entry.dataClass))) &&
    (highestTier === undefined || highestTier.includes(highestTierOf(entry)))
  );
}

/** The names of an end that many dependencies share are checked only once. */
function finder(wanted: string | undefined): (end: RegisterEntry['source']) => boolean {
  if (wanted === undefined) return () => true;
  const search = wanted.toLowerCase();
  const known = new Map<string, boolean>();
  return ({ name, technicalName }) => {
    let isFound = known.get(technicalName);
    if (isFound === undefined) {
      isFound = name.toLowerCase().includes(search) || technicalName.toLowerCase().includes(search);
      known.set(technicalName, isFound);
    }
    return isFound;
  };
}
