/** Live impact for somebody at a desk: the verdict, its causes, what they reach, and what is known of every component. */
'use client';

import { Alert, Box, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Moment } from '@/ui/Moment';
import { CauseCard } from './CauseCard';
import { ComponentTable } from './ComponentTable';
import classes from './ImpactView.module.css';
import { MaintenanceList } from './MaintenanceList';
import { PendingNote } from './PendingNote';
import { ReachTiles } from './ReachTiles';
import { StateCounts } from './StateCounts';
import { standingOf } from './standing';
import type { LiveImpact } from './useLiveImpact';
import { verdictOf } from './verdict';
import { VerdictMark } from './VerdictMark';

export function ImpactView({ live }: { live: LiveImpact }) {
  const { snapshot, impact, incidents } = live;
  const verdict = verdictOf(standingOf(live));
  const { causes, causesOmitted } = impact;
  return (
    <Stack gap="lg">
      <section className={classes.verdict} data-mark={verdict.mark} aria-label="How things stand">
        <VerdictMark mark={verdict.mark} size={30} />
        <Box miw={0}>
          <div role="status">
            <Title order={2} fz="lg">
              {verdict.sentence}
            </Title>
          </div>
          <Text size="sm" c="dimmed">
            {verdict.detail} Worked out <Moment at={snapshot.computedAt} />.
          </Text>
        </Box>
      </section>
      <PendingNote pendingSignals={snapshot.pendingSignals} />
      <StateCounts states={snapshot.states} />
      {causes.length > 0 && (
        <section aria-label="Causes">
          <Title order={2} mb="xs">
            Causes ({(causes.length + causesOmitted).toLocaleString('en')})
          </Title>
          <div className={classes.causes}>
            {causes.map((cause) => (
              <CauseCard key={cause.id} cause={cause} incident={cause.incident === null ? null : (incidents.get(cause.incident.id) ?? null)} />
            ))}
          </div>
          {causesOmitted > 0 && (
            <Text size="sm" c="dimmed" mt="xs">
              {causesOmitted.toLocaleString('en')} milder causes are not listed.
            </Text>
          )}
        </section>
      )}
      <MaintenanceList windows={snapshot.maintenance} />
      <ReachTiles snapshot={snapshot} />
      {snapshot.impacted.length > 0 && <ComponentTable snapshot={snapshot} />}
      {causes.length === 0 && <DemoHint />}
    </Stack>
  );
}

function DemoHint() {
  return (
    <Alert variant="light" color="indigo" title="See it move" maw={720}>
      <Group gap={6}>
        <Text size="sm" c="var(--mantine-color-text)">
          In the folder of the service, play an outage in the demo landscape and watch this page:
        </Text>
        <Code>npm run demo:outage</Code>
      </Group>
    </Alert>
  );
}
