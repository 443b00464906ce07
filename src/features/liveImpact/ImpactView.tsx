/** Live impact on a desk: the verdict, its causes, what they affect, and the state of every component. */
'use client';

import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Timestamp } from '@/ui/Timestamp';
import { usePrinting } from '@/ui/usePrinting';
import { CauseCard } from './CauseCard';
import { ComponentTable } from './ComponentTable';
import { FirstSteps } from './FirstSteps';
import classes from './ImpactView.module.css';
import { LiveColumnsPicture } from './LiveColumnsPicture';
import { MaintenanceList } from './MaintenanceList';
import { PendingNote } from './PendingNote';
import { ReachTiles } from './ReachTiles';
import { StateCounts } from './StateCounts';
import { standingOf } from './standing';
import { UnmatchedAlerts } from './UnmatchedAlerts';
import type { Columns, LiveImpact } from './useLiveImpact';
import { verdictOf } from './verdict';
import { VerdictMark } from './VerdictMark';

/** How many causes are shown at first; a button shows the rest. */
const CARDS = 24;

export function ImpactView({ live, columns }: { live: LiveImpact; columns: Columns | undefined }) {
  const { snapshot, impact } = live;
  const verdict = verdictOf(standingOf(live));
  return (
    <Stack gap="lg">
      <section className={classes.verdict} data-mark={verdict.mark} aria-label="Status">
        <VerdictMark mark={verdict.mark} size={30} />
        <Box miw={0}>
          <div role="status">
            <Title order={2} fz="lg">
              {verdict.sentence}
            </Title>
          </div>
          <Text size="sm" c="dimmed">
            {verdict.detail} Updated <Timestamp at={snapshot.computedAt} />.
          </Text>
        </Box>
      </section>
      <PendingNote pendingSignals={snapshot.pendingSignals} />
      <StateCounts states={snapshot.states} />
      {columns !== undefined && <LiveColumnsPicture columns={columns} live={live} />}
      {impact.causes.length > 0 && <Causes live={live} columns={columns} />}
      <MaintenanceList windows={snapshot.maintenance} />
      <ReachTiles snapshot={snapshot} />
      {snapshot.impacted.length > 0 && <ComponentTable snapshot={snapshot} />}
      <UnmatchedAlerts />
      {impact.causes.length === 0 && <FirstSteps states={snapshot.states} />}
    </Stack>
  );
}

function Causes({ live: { impact }, columns }: { live: LiveImpact; columns: Columns | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const { causes, causesOmitted } = impact;
  const isPrinting = usePrinting();
  const shown = isWhole || isPrinting ? causes : causes.slice(0, CARDS);
  return (
    <section aria-label="Causes">
      <Title order={2} mb="xs">
        Causes ({(causes.length + causesOmitted).toLocaleString('en')})
      </Title>
      <div className={classes.causes}>
        {shown.map((cause) => (
          <CauseCard key={cause.id} cause={cause} told={columns?.causes.find(({ id }) => id === cause.id)} />
        ))}
      </div>
      {shown.length < causes.length && (
        <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
          Show the {(causes.length - shown.length).toLocaleString('en')} others
        </Button>
      )}
      {shown.length === causes.length && causesOmitted > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {causesOmitted.toLocaleString('en')} more causes are not listed.
        </Text>
      )}
    </section>
  );
}
