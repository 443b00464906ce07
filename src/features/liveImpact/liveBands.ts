/** What is impacted now as columns: every cause with its team, owner, last message and exposure. Pure. */
import { money } from '@/client/labels/figures';
import { impactBands } from '@/client/impactColumns/impactBands';
import type { BandFact, Bands } from '@/client/impactColumns/bands';
import type { LiveColumns } from '@/contract/impactColumns';
import { partOf } from '@/client/situations/bySituation';
import { exposureOf } from './causeReach';
import type { LiveImpact } from './useLiveImpact';

/** A function that makes columns with at most the given number of card bands. */
export function liveBands(columns: LiveColumns, { impact, snapshot }: LiveImpact): (cardBands: number) => Bands {
  const failingNow = new Set(snapshot.unhealthy.map(({ id }) => id));
  const byId = new Map(impact.causes.map((cause) => [cause.id, cause]));
  const people = new Map(columns.causes.map((cause) => [cause.id, cause]));
  const situationOf = new Map(snapshot.situations.flatMap((situation) => situation.causes.map((one) => [one.technicalName, situation])));
  return (cardBands) =>
    impactBands(columns, { failingNow, factsOf: ({ id, state, applicationName }) => causeFacts(id, state, applicationName) }, cardBands);

  function causeFacts(id: string, state: string, applicationName: string | null): BandFact[] {
    const cause = byId.get(id);
    const told = people.get(id);
    const revenue = cause?.revenue;
    // What causes cost together is divided, so that the figures of the picture add up.
    const situation = cause === undefined ? undefined : situationOf.get(cause.technicalName);
    const part = cause === undefined || situation === undefined ? null : partOf(situation, cause);
    const exposure = part ?? (revenue === undefined ? null : exposureOf(revenue));
    const maintenance = cause?.isUnderMaintenance === true ? ', under maintenance' : '';
    const owner = cause?.incident?.acknowledgedBy;
    return [
      ...(exposure === null || exposure.perHour === 0
        ? []
        : [{ text: `${money(exposure.expectedPerHour, exposure.currency)}/h`, isStrong: true }]),
      { text: `${state}${maintenance}`, isStrong: false },
      ...[told?.ownerTeam ?? applicationName, owner === undefined || owner === null ? null : `Owner: ${owner}`, told?.lastMessage].flatMap(
        (text) => (text === null || text === undefined || text === '' ? [] : [{ text, isStrong: false }]),
      ),
    ];
  }
}
