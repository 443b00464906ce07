/** The worst causes, on a wall screen. */
'use client';

import { money } from '@/client/labels/figures';
import { bySituation, partOf, type CostPart } from '@/client/situations/bySituation';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { StateShape } from '@/client/symbols/StateMark';
import { Elapsed } from '@/ui/Elapsed';
import { exposureOf } from './causeReach';
import { ownColour } from './stateStyle';
import { useChanged } from './useChanged';
import type { LiveImpact, Cause } from './useLiveImpact';
import classes from './WallScreen.module.css';

export const MOST_CAUSES = 3;

export function WallCauses({ live: { impact, snapshot } }: { live: LiveImpact }) {
  const { causes, causesOmitted } = impact;
  if (causes.length === 0) return null;
  const shown = causes.slice(0, MOST_CAUSES);
  const more = causes.length + causesOmitted - shown.length;
  return (
    <section className={classes.causes} aria-label="Causes">
      {bySituation(shown, snapshot.situations).flatMap(({ situation, causes: together }) =>
        together.map((cause) => <WallCause key={cause.id} cause={cause} cost={costOf(cause, partOf(situation, cause))} />),
      )}
      {more > 0 && <p className={classes.more}>and {more.toLocaleString('en')} more</p>}
    </section>
  );
}

/** Its part of what its situation costs, or what it costs alone; null if that is nothing, or may not be seen. */
function costOf({ revenue }: Cause, part: CostPart | null): string | null {
  const cost = part ?? (revenue === undefined ? null : exposureOf(revenue));
  return cost === null || cost.perHour === 0 ? null : `expected cost per hour ${money(cost.expectedPerHour, cost.currency)}`;
}

function WallCause({ cause, cost }: { cause: Cause; cost: string | null }) {
  const { name, state, since, isUnderMaintenance, incident } = cause;
  const changed = useChanged(`${state} ${incident?.state ?? ''}`);
  return (
    <article className={`${classes.cause} ${changed}`} style={ownColour(state)} aria-label={name}>
      <p className={classes.state}>
        <StateShape state={state} size={24} />
        <span className={classes.stateWord}>{state}</span>
        <span className={classes.quiet}>
          for <Elapsed at={since} />
        </span>
      </p>
      <p className={classes.causeName}>{name}</p>
      <div className={classes.facts}>
        {isUnderMaintenance && <MaintenanceMark />}
        {cause.isFlapping && <FlappingMark />}
        {cause.isStale && <StaleMark lastReportAt={cause.lastReportAt} />}
        {incident !== null && (
          <span className={classes.incident}>
            Incident {incident.number.toLocaleString('en')} <IncidentMark state={incident.state} />
            {incident.acknowledgedBy !== null && ` by ${incident.acknowledgedBy}`}
          </span>
        )}
        {cost !== null && <span>{cost}</span>}
      </div>
    </article>
  );
}
