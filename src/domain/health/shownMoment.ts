/** The moment whose picture the page of an incident shows. */
import type { TimelineEntry } from './incident';

/** Of an incident: its entries as they cross the wire, which type `facts` loosely. */
interface Told {
  openedAt: string;
  endedAt: string | null;
  timeline: readonly { at: string; kind: TimelineEntry['kind']; facts: object }[];
}

/** Null while the incident lasts: now. Afterwards the last time that it grew, because at its end there is nothing left to draw. */
export function shownMoment({ endedAt, openedAt, timeline }: Told): string | null {
  if (endedAt === null) return null;
  return timeline.findLast((entry) => entry.at < endedAt && hasGrown(entry))?.at ?? openedAt;
}

/** The entry's kind tells which facts it has. */
function hasGrown(entry: Told['timeline'][number]): boolean {
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
