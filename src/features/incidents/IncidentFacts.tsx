/** The current state of an incident. */
'use client';

import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EntityLink } from '@/client/EntityLink';
import { INCIDENT_STATE_SENTENCES, incidentHref } from '@/client/labels/incidentLabels';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { StateMark } from '@/client/symbols/StateMark';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Incident } from '@/contract/incidents';
import { causeCalled } from '@/domain/incidentWords';
import { Timestamp } from '@/ui/Timestamp';
import { Elapsed } from '@/ui/Elapsed';
import classes from './IncidentPage.module.css';

export function IncidentFacts({ incident }: { incident: Incident }) {
  const {
    state,
    severity,
    causeId,
    startedAt,
    endedAt,
    openedAt,
    acknowledgedAt,
    acknowledgedBy,
    resolvedAt,
    healthySince,
    isDismissed,
    isFlapping,
    isStale,
    isUnderMaintenance,
    mergedIntoId,
  } = incident;
  const isMaintained = state === 'Monitoring' && !hasRecovered(incident);
  return (
    <section className={classes.card} aria-label="Status">
      <Group gap="md">
        <Group role="status">
          <IncidentMark state={state} />
        </Group>
        <StateMark state={severity} />
        {isFlapping && <FlappingMark />}
        {isStale && <StaleMark lastReportAt={null} />}
        {isUnderMaintenance && <MaintenanceMark />}
        <Text size="sm" c="dimmed">
          {endedAt === null ? 'for ' : 'lasted '}
          <Elapsed at={startedAt} until={endedAt} />
        </Text>
      </Group>
      <Text size="sm" mt={6}>
        {isMaintained ? MAINTAINED : INCIDENT_STATE_SENTENCES[state]}{' '}
        {state === 'Monitoring' && healthySince !== null && <WatchedUntil healthySince={healthySince} />}
        The cause is{' '}
        <EntityLink kind="component" id={causeId} underline="always">
          {causeCalled(incident)}
        </EntityLink>
        .
      </Text>
      <Text size="sm" c="dimmed">
        <Moment words="Since" at={startedAt} />
        <Moment words="Opened" at={openedAt} />
        {acknowledgedAt !== null && <Moment words={`Acknowledged by ${acknowledgedBy ?? ''}`} at={acknowledgedAt} />}
        {healthySince !== null && hasRecovered(incident) && <Moment words="Healthy since" at={healthySince} />}
        {resolvedAt !== null && <Moment words="Resolved" at={resolvedAt} />}
      </Text>
      {isDismissed && (
        <Text size="sm" mt={4}>
          It was resolved while its cause was unhealthy. No new incident opens until the cause recovers or gets worse.
        </Text>
      )}
      {mergedIntoId !== null && <MergedInto id={mergedIntoId} />}
    </section>
  );
}

function Moment({ words, at }: { words: string; at: string }) {
  return (
    <>
      {words} <Timestamp at={at} hasSeconds />.{' '}
    </>
  );
}

const MAINTAINED = 'Something that the cause depends on is under maintenance. The incident resolves by itself if this lasts.';

/** Incidents end without a recovery too: under maintenance, out of service, or with the deletion of the cause. */
function hasRecovered({ state, timeline }: Pick<Incident, 'state' | 'timeline'>): boolean {
  const last = timeline.findLast(({ kind, facts }) => kind === 'Monitoring' || facts['reason'] === 'NotInService');
  return state !== 'Removed' && (last === undefined || last.facts['reason'] === 'CauseHealthy');
}

/** When it resolves by itself, if its cause stays healthy. */
function WatchedUntil({ healthySince }: { healthySince: string }) {
  const { data } = useQuery(useTRPC().tenant.get.queryOptions({}));
  if (data === undefined) return null;
  const until = new Date(Date.parse(healthySince) + data.resolveAfterSeconds * 1_000);
  return (
    <>
      Watching until <Timestamp at={until.toISOString()} hasSeconds />.{' '}
    </>
  );
}

function MergedInto({ id }: { id: string }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.incidents.get.queryOptions({ id }));
  return (
    <Alert mt="sm" p="xs" variant="light" color="indigo" icon={<IconGitMerge size={16} aria-hidden="true" />}>
      <Text size="sm" c="var(--mantine-color-text)">
        It continues in{' '}
        <Anchor component={PageLink} href={incidentHref(tenantId, id)} size="sm" underline="always" c="inherit">
          {data === undefined ? 'another incident' : `incident ${data.number.toLocaleString('en')}: ${causeCalled(data)}`}
        </Anchor>
        .
      </Text>
    </Alert>
  );
}
