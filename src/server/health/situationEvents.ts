/** The events about situations: their causes or their ids changed. */
import type { NewEvent } from '@/contract/eventData';
import type { Situation } from '@/domain/health/situation';
import { changesOf, type SituationChange } from '@/domain/health/situationIds';
import { toldSituation } from './situationViews';

/** At most this many a turn; the last of them says how many more there were. */
const MOST_A_TURN = 50;

/** At most this many causes are named as new, or as gone. */
const MOST_NAMED = 100;

/**
 * One for each situation that changed. None if `former` is null: an older version did not know situations. None about a situation whose
 * causes are all under maintenance, where changes are expected.
 */
export function situationEvents(former: readonly Situation[] | null, situations: readonly Situation[], currency: string): NewEvent[] {
  if (former === null) return [];
  const changes = changesOf(former, situations).filter((change) => !isExpected(change));
  const told = changes.slice(0, MOST_A_TURN);
  const nameOf = new Map([...former, ...situations].flatMap(({ causes }) => causes.map((cause) => [cause.technicalName, cause.name])));
  return told.map(({ situation, joined, left, mergedFrom, splitFrom }, position): NewEvent => {
    const omitted = position === told.length - 1 ? changes.length - told.length : 0;
    const moved = { joined: joined.slice(0, MOST_NAMED), left: left.slice(0, MOST_NAMED) };
    const names = Object.fromEntries(
      [...moved.joined, ...moved.left].map((technicalName) => [technicalName, nameOf.get(technicalName) ?? technicalName]),
    );
    return {
      type: 'situation.changed',
      data: { situation: toldSituation(situation, null), ...moved, names, mergedFrom, splitFrom, omitted },
      revenue: { situation: toldSituation(situation, currency) },
    };
  });
}

function isExpected({ situation: { causes } }: SituationChange): boolean {
  return causes.length > 0 && causes.every(({ isUnderMaintenance }) => isUnderMaintenance);
}
