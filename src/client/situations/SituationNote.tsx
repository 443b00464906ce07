/** Which causes belong together, and what they affect and cost together. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { money } from '@/client/labels/figures';
import { incidentHref } from '@/client/labels/incidentLabels';
import { PageLink } from '@/client/PageLink';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { Situation } from '@/contract/situations';
import { situationCost, situationReach } from '@/domain/situationWords';
import { capitalised } from '@/plain/capitalised';
import classes from './SituationNote.module.css';

type Cause = Situation['causes'][number];

/** `Affected together: 5 components, 3 applications. Expected cost per hour €2,000.` */
export function situationSentence({ counts, exposure }: Pick<Situation, 'counts' | 'exposure'>): string {
  const reach = situationReach(counts);
  const cost = situationCost(exposure, money);
  const affected = reach === '' ? 'Nothing is affected any more.' : `Affected together: ${reach}.`;
  return cost === null ? affected : `${affected} ${capitalised(cost)}.`;
}

/** A table of the causes with their parts; `incidentId` marks the one that the page is about. */
export function SituationCauses({ situation, incidentId }: { situation: Situation; incidentId?: string }) {
  const { causes, causesOmitted, exposure, notRecorded = [] } = situation;
  const isRecorded = !notRecorded.includes('revenue');
  return (
    <>
      <ul className={classes.causes}>
        {causes.map((cause) => (
          <li key={cause.technicalName}>
            <CauseName cause={cause} isHere={cause.incidentId !== null && cause.incidentId === incidentId} />
            <StateMark state={cause.state} />
            <span className={classes.part}>
              {exposure === undefined ? '' : isRecorded ? partOf(cause, exposure.currency) : 'Cost not recorded'}
            </span>
          </li>
        ))}
      </ul>
      {causesOmitted > 0 && (
        <Text size="xs" c="dimmed">
          and {causesOmitted.toLocaleString('en')} more
        </Text>
      )}
    </>
  );
}

function CauseName({ cause: { name, incidentId, isUnderMaintenance }, isHere }: { cause: Cause; isHere: boolean }) {
  const { tenantId } = useTenant();
  const notes = [...(isHere ? ['this incident'] : []), ...(isUnderMaintenance ? ['under maintenance'] : [])];
  return (
    <span className={classes.name}>
      {incidentId === null || isHere ? (
        <Fragment>{name}</Fragment>
      ) : (
        <Anchor component={PageLink} href={incidentHref(tenantId, incidentId)} size="sm" underline="always">
          {name}
        </Anchor>
      )}
      <Text span size="xs" c="dimmed">
        {notes.length > 0 && ` (${notes.join(', ')})`}
        {incidentId === null && !isUnderMaintenance && ' (no incident)'}
      </Text>
    </span>
  );
}

function partOf({ part }: Cause, currency: string): string {
  return part === undefined ? '' : `${money(part.expectedPerHour, currency)} per hour`;
}
