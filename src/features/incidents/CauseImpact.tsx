/** The blast radius of an incident's cause, shown beside the incident. */
'use client';

import { Group, Text, Title } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { ScenarioButton } from '@/client/ScenarioButton';
import { FailureNote } from '@/client/FailureNote';
import { failureOf } from '@/client/failure';
import { affectedWords } from '@/client/labels/affectedWords';
import { money, peopleLabel } from '@/client/labels/figures';
import { StateMark } from '@/client/symbols/StateMark';
import { predicateOf } from '@/client/labels/labels';
import { causeCalled } from '@/domain/incidentWords';
import { isAffected } from '@/domain/affected';
import { recordingWords } from '@/domain/recordedWords';
import { countOf } from '@/plain/counts';
import { LinkButton } from '@/client/LinkButton';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { BlastRadiusAnswer } from '@/contract/blastRadius';
import type { Incident } from '@/contract/incidents';
import type { HealthState } from '@/domain/vocabulary';
import { LoadingRows } from '@/ui/LoadingRows';
import classes from './IncidentPage.module.css';

export function CauseImpact({ incident }: { incident: Incident }) {
  const { causeId, severity } = incident;
  const cause = causeCalled(incident);
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const answer = useQuery(
    trpc.impact.blastRadius.queryOptions({
      entityId: causeId,
      entityType: 'component',
      direction: 'downstream',
      state: severity,
      componentLimit: 0,
    }),
  );
  const { data } = answer;
  return (
    <section className={classes.card} aria-label={`Blast radius of ${cause}`}>
      <Title order={2}>Blast radius of the cause alone</Title>
      <Text size="xs" c="dimmed" mb="xs">
        What is expected to be affected while {cause} {predicateOf(severity)} and nothing else is wrong.
      </Text>
      {answer.isPending && <LoadingRows label="The blast radius is loading" rows={4} />}
      {answer.isError && data === undefined && <NoAnswer error={answer.error} onRetry={() => void answer.refetch()} />}
      {data !== undefined && (
        <>
          <Totals answer={data} />
          <Affected title="Applications" rows={data.applications} />
          <Affected title="Capabilities" rows={data.capabilities} />
          <Affected title="Processes" rows={data.processes} />
          <Affected
            title="Audiences"
            rows={data.audiences.map(({ people, name, ...row }) => ({
              ...row,
              name: [name, peopleLabel(people)].filter((part) => part !== null).join(', '),
            }))}
          />
          <Group gap="xs" mt="md">
            <LinkButton href={`${blastRadiusHref(tenantId, 'component', causeId)}&state=${severity}`} icon={IconRadar2}>
              Show blast radius
            </LinkButton>
            <ScenarioButton entities={[{ kind: 'component', id: causeId }]} />
          </Group>
        </>
      )}
    </section>
  );
}

function NoAnswer({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (failureOf(error).code !== 'not_found') return <FailureNote title="No answer" error={error} onRetry={onRetry} />;
  return <Text size="sm">The cause is no longer in the landscape.</Text>;
}

function Totals({ answer }: { answer: BlastRadiusAnswer }) {
  const { completeness, revenueExposure, counts, affectedCounts } = answer;
  if (affectedCounts.components + affectedCounts.applications === 0)
    return (
      <Text size="sm" mb="xs">
        Nothing else is affected.{counts.components > 0 && ` Reached, but not affected: ${countOf(counts.components, 'component')}.`}
      </Text>
    );
  return (
    <Text size="sm" mb="xs">
      {affectedWords(answer)}
      {revenueExposure !== undefined &&
        revenueExposure.expectedPerHour > 0 &&
        `, expected cost per hour ${money(revenueExposure.expectedPerHour, revenueExposure.currency)} (${money(revenueExposure.perHour, revenueExposure.currency)} at risk)`}
      .
      {completeness.notRecorded.length > 0 &&
        ` Not recorded: ${completeness.notRecorded.join(', ')}. ${recordingWords(completeness.notRecorded)}.`}
    </Text>
  );
}

const MOST_ROWS = 8;

/** The affected rows of one kind. */
function Affected({ title, rows: all }: { title: string; rows: readonly { id: string; name: string; expectedState: HealthState }[] }) {
  const rows = all.filter(isAffected);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={3} mt="sm" mb={2}>
        {title} ({rows.length.toLocaleString('en')})
      </Title>
      <ul className={classes.reached}>
        {rows.slice(0, MOST_ROWS).map(({ id, name, expectedState }) => (
          <li key={id}>
            <span>{name}</span>
            <StateMark state={expectedState} />
          </li>
        ))}
      </ul>
      {rows.length > MOST_ROWS && (
        <Text size="xs" c="dimmed">
          and {(rows.length - MOST_ROWS).toLocaleString('en')} more
        </Text>
      )}
    </section>
  );
}
