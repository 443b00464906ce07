/** The moment whose picture the page of an incident shows. Pure. */
import type { Incident } from '@/contract/incidents';
import type { TimelineEntry } from '@/domain/health/incident';

/** Null while the incident lasts: now. Afterwards the last time that it grew, because at its end there is nothing left to draw. */
export function shownMoment({ endedAt, openedAt, timeline }: Pick<Incident, 'endedAt' | 'openedAt' | 'timeline'>): string | null {
  if (endedAt === null) return null;
  return timeline.findLast((entry) => entry.at < endedAt && hasGrown(entry))?.at ?? openedAt;
}

/** The wire types `facts` loosely; the entry's kind tells which facts of the domain they are. */
function hasGrown(entry: Incident['timeline'][number]): boolean {
  const known = entry as unknown as TimelineEntry;
  switch (known.kind) {
    case 'Opened':
    case 'Reopened':
    case 'CauseChanged':
    case 'MergedIn':
      return true;
    case 'SymptomsChanged':
      return known.facts.joined.length > 0;
    default:
      return false;
  }
}
