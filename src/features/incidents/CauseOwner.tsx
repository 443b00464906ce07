/** Who owns the cause of an incident, and where help is; what is not recorded, and where to record it. */
'use client';

import { Text, Title } from '@mantine/core';
import { ReferenceList } from '@/client/help/ReferenceList';
import { EntityLink } from '@/client/EntityLink';
import { useTenant } from '@/client/tenantContext';
import type { Incident } from '@/contract/incidents';
import { isRoleAtLeast } from '@/domain/access';
import { ownerGaps, recordOwnerWords } from '@/domain/ownerWords';
import classes from './IncidentPage.module.css';

export function CauseOwner({ incident }: { incident: Incident }) {
  const { application, team = null, contact = null, references = [] } = incident;
  // An older server does not say who owns the cause.
  if (application === undefined) return null;
  return (
    <section className={classes.card} aria-label="Who owns the cause">
      <Title order={2}>Who owns the cause</Title>
      {application === null ? (
        <Text size="sm">The cause is no longer in the landscape.</Text>
      ) : (
        <>
          <Text size="sm" component="div" className={classes.words}>
            {team !== null && <div>Team: {team}</div>}
            <div>
              Application:{' '}
              <EntityLink kind="application" id={application.id} underline="always">
                {application.name}
              </EntityLink>
            </div>
            {contact !== null && <div>Contact: {contact}</div>}
          </Text>
          {references.length > 0 && (
            <Text size="sm" mt={4} component="div">
              <ReferenceList references={references} />
            </Text>
          )}
          <NotRecorded incident={incident} applicationId={application.id} />
        </>
      )}
    </section>
  );
}

function NotRecorded({ incident, applicationId }: { incident: Incident; applicationId: string }) {
  const { role } = useTenant();
  const gaps = ownerGaps(incident);
  if (gaps.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt={4}>
      Not recorded: {gaps.join(', ')}.
      {isRoleAtLeast(role, 'Editor') && (
        <>
          {' '}
          {recordOwnerWords(gaps)}:{' '}
          <EntityLink kind="application" id={applicationId} underline="always" c="inherit">
            open the application
          </EntityLink>
          {gaps.some((gap) => gap !== 'team') && (
            <>
              {' or '}
              <EntityLink kind="component" id={incident.causeId} underline="always" c="inherit">
                the component
              </EntityLink>
            </>
          )}
          .
        </>
      )}
    </Text>
  );
}
