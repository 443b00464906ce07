/** What suffers from the cause, and what did before. */
'use client';

import { Anchor, Text, Title } from '@mantine/core';
import { inventoryHref } from '@/client/inventoryHref';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import type { Incident } from '@/contract/incidents';
import { Elapsed } from '@/ui/Elapsed';
import classes from './IncidentPage.module.css';

export function SymptomList({ incident: { symptomHistory, symptoms } }: { incident: Incident }) {
  const isPresent = new Set(symptoms);
  const now = symptomHistory.filter(({ technicalName, until }) => until === null && isPresent.has(technicalName));
  const before = symptomHistory.filter((symptom) => !now.includes(symptom));
  return (
    <section aria-label="Symptoms">
      <Title order={2} mb={4}>
        Suffering from it
      </Title>
      {now.length === 0 ? (
        <Text size="sm" c="dimmed">
          No other component reports trouble because of it now.
        </Text>
      ) : (
        <Symptoms list={now} />
      )}
      {before.length > 0 && (
        <>
          <Title order={3} mt="sm" mb={4}>
            Before
          </Title>
          <Symptoms list={before} />
        </>
      )}
    </section>
  );
}

function Symptoms({ list }: { list: Incident['symptomHistory'] }) {
  const { tenantId } = useTenant();
  return (
    <ul className={classes.symptoms}>
      {list.map(({ componentId, technicalName, since, until }) => (
        <li key={`${componentId} ${since}`}>
          <Anchor component={PageLink} href={inventoryHref(tenantId, 'component', componentId)} size="sm" underline="always">
            {technicalName}
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            for <Elapsed at={since} until={until} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
