/** What the cause affects now, and what it affected before. */
'use client';

import { Text, Title } from '@mantine/core';
import { EntityLink } from '@/client/EntityLink';
import { StateMark } from '@/client/symbols/StateMark';
import type { Incident } from '@/contract/incidents';
import { nameOfIn, type NameOf } from '@/domain/incidentWords';
import { countOf } from '@/plain/counts';
import { Elapsed } from '@/ui/Elapsed';
import classes from './IncidentPage.module.css';

type Detail = Incident['symptomDetails'][number];

export function SymptomList({ incident }: { incident: Incident }) {
  const nameOf = nameOfIn(incident);
  const { symptomHistory, symptoms, symptomDetails } = incident;
  const details = new Map(symptomDetails.map((detail) => [detail.componentId, detail]));
  const isPresent = new Set(symptoms);
  const now = symptomHistory.filter(({ technicalName, until }) => until === null && isPresent.has(technicalName));
  const before = symptomHistory.filter((symptom) => !now.includes(symptom));
  return (
    <section aria-label="Symptoms">
      <Title order={2} mb={4}>
        Symptoms
      </Title>
      {now.length === 0 ? (
        <Text size="sm" c="dimmed">
          No other component reports trouble because of it now.
        </Text>
      ) : (
        <Symptoms list={now} nameOf={nameOf} details={details} />
      )}
      <NotMonitored incident={incident} nameOf={nameOf} />
      {before.length > 0 && (
        <>
          <Title order={3} mt="sm" mb={4}>
            Before
          </Title>
          <Symptoms list={before} nameOf={nameOf} />
        </>
      )}
    </section>
  );
}

/** Impacted components that no monitor reports, so that they are never symptoms. */
function NotMonitored({ incident, nameOf }: { incident: Incident; nameOf: NameOf }) {
  const { impactedNotMonitored: listed, impactedNotMonitoredCount: count } = incident;
  if (count === 0) return null;
  return (
    <section aria-label="Impacted, not monitored">
      <Title order={3} mt="sm" mb={4}>
        Impacted, not monitored ({count.toLocaleString('en')})
      </Title>
      <ul className={classes.symptoms}>
        {listed.map(({ technicalName, effectiveState }) => (
          <li key={technicalName}>
            {nameOf(technicalName)} <StateMark state={effectiveState} />
          </li>
        ))}
      </ul>
      {count > listed.length && (
        <Text size="xs" c="dimmed">
          and {(count - listed.length).toLocaleString('en')} more
        </Text>
      )}
    </section>
  );
}

interface SymptomsProps {
  list: Incident['symptomHistory'];
  nameOf: NameOf;
  details?: ReadonlyMap<string, Detail>;
}

function Symptoms({ list, nameOf, details = new Map() }: SymptomsProps) {
  return (
    <ul className={classes.symptoms}>
      {list.map(({ componentId, technicalName, since, until }) => (
        <li key={`${componentId} ${since}`}>
          <EntityLink kind="component" id={componentId} underline="always">
            {nameOf(technicalName)}
          </EntityLink>{' '}
          <Text span size="xs" c="dimmed">
            for <Elapsed at={since} until={until} />
          </Text>
          <Bearing detail={details.get(componentId)} nameOf={nameOf} />
        </li>
      ))}
    </ul>
  );
}

/** Whether the cause alone explains the component's state, or only together with others. */
function Bearing({ detail, nameOf }: { detail: Detail | undefined; nameOf: NameOf }) {
  if (detail === undefined) return null;
  const { effectiveState, alone, jointlyWith } = detail;
  return (
    <Text size="xs" c="dimmed" component="div">
      <StateMark state={effectiveState} />{' '}
      {jointlyWith.length === 0
        ? 'from this cause alone'
        : `jointly with ${listed(jointlyWith.map(nameOf))}; from this cause alone it would be ${alone}`}
    </Text>
  );
}

/** How many causes are named; the rest are counted. */
const MOST_NAMED = 3;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${countOf(more, 'other')}` : names.join(', ');
}
