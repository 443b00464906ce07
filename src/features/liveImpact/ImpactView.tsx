/** Live impact on a desk: the verdict, its causes, what they affect, and the state of every component. */
'use client';

import { Box, Button, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { EmptyTenant } from '@/client/EmptyTenant';
import { unrecordedIn } from '@/client/labels/recordHref';
import { situationSentence } from '@/client/situations/SituationNote';
import type { Situation } from '@/contract/situations';
import { useTenant } from '@/client/tenantContext';
import { nameOfIn } from '@/domain/incidentWords';
import { namesOfCauses } from '@/domain/situationWords';
import { FigureTiles } from '@/ui/FigureTiles';
import { Elapsed } from '@/ui/Elapsed';
import { laterPart } from '@/ui/laterPart';
import { OpenAlerts } from '@/client/OpenAlerts';
import { Timestamp } from '@/ui/Timestamp';
import { usePrinting } from '@/ui/usePrinting';
import { CauseCard } from './CauseCard';
import { ComponentTable } from './ComponentTable';
import { FirstSteps } from './FirstSteps';
import classes from './ImpactView.module.css';
import { GroupsNotInService } from './GroupsNotInService';
import { liveFigures, notRecordedNow } from './liveFigures';
import { MaintenanceList } from './MaintenanceList';
import { PendingNote } from './PendingNote';
import { ReachTiles } from './ReachTiles';
import { StateCounts } from './StateCounts';
import { verdictTint } from './stateStyle';
import { bySituation, partOf } from '@/client/situations/bySituation';
import { UnmatchedAlerts } from './UnmatchedAlerts';
import type { Columns, LiveImpact } from './useLiveImpact';
import { verdictOf } from './verdict';
import { VerdictMark } from './VerdictMark';

/** The page shows what is wrong before it draws it. */
const LiveColumnsPicture = laterPart(async () => (await import('./LiveColumnsPicture')).LiveColumnsPicture);

/** How many causes are shown at first; a button shows the rest. */
const CARDS = 24;

export function ImpactView({ live, columns }: { live: LiveImpact; columns: Columns | undefined }) {
  const { snapshot, impact } = live;
  const verdict = verdictOf(live);
  const tint = verdictTint(verdict.mark);
  const unrecorded = unrecordedIn(useTenant(), notRecordedNow(snapshot.situations));
  if (isEmpty(snapshot.states))
    return <EmptyTenant then="Once components report their health, this page says what is wrong, and whom it affects." />;
  return (
    <Stack gap="lg">
      <section className={classes.verdict} style={tint} data-tinted={tint !== undefined || undefined} aria-label="Status">
        <VerdictMark mark={verdict.mark} size={30} />
        <Box miw={0}>
          <div role="status">
            <Title order={2} fz="lg">
              {verdict.sentence}
            </Title>
          </div>
          <Text size="sm" c="dimmed">
            {verdict.detail}{' '}
            {snapshot.oldestReportAt !== null && (
              <>
                The oldest report is <Elapsed at={snapshot.oldestReportAt} /> old.{' '}
              </>
            )}
            Updated <Timestamp at={snapshot.computedAt} />.
          </Text>
        </Box>
      </section>
      <PendingNote pendingSignals={snapshot.pendingSignals} />
      {impact.causes.length > 0 && <FigureTiles figures={liveFigures(snapshot, unrecorded)} />}
      <StateCounts states={snapshot.states} />
      {columns !== undefined && <LiveColumnsPicture columns={columns} live={live} />}
      {impact.causes.length > 0 && <Causes live={live} columns={columns} />}
      <GroupsNotInService snapshot={snapshot} />
      <MaintenanceList windows={snapshot.maintenance} />
      <ReachTiles snapshot={snapshot} />
      {snapshot.impacted.length > 0 && <ComponentTable snapshot={snapshot} />}
      <OpenAlerts />
      <UnmatchedAlerts />
      {impact.causes.length === 0 && <FirstSteps />}
    </Stack>
  );
}

/** Whether there is no component that could report. */
function isEmpty(states: LiveImpact['snapshot']['states']): boolean {
  return Object.values(states).every((count) => count === 0);
}

/** The cards of one situation under what they have in common; those of causes apart, without. */
function CausesTogether({ situation, children }: { situation: Situation | null; children: ReactNode }) {
  const cards = <div className={classes.causes}>{children}</div>;
  if (situation === null) return cards;
  const names = situation.causes.map(({ name }) => name);
  return (
    <section className={classes.situation} aria-label={`Situation: ${namesOfCauses(names, situation.causesOmitted)}`}>
      <Title order={3} fz="md">
        {namesOfCauses(names, situation.causesOmitted)} together
      </Title>
      <Text size="sm" mb="xs">
        {situationSentence(situation)}
      </Text>
      {cards}
    </section>
  );
}

function Causes({ live: { impact, snapshot }, columns }: { live: LiveImpact; columns: Columns | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const { causes, causesOmitted } = impact;
  const isPrinting = usePrinting();
  const nameOf = nameOfIn({ names: Object.fromEntries(causes.map(({ technicalName, name }) => [technicalName, name])) });
  const shown = isWhole || isPrinting ? causes : causes.slice(0, CARDS);
  return (
    <section aria-label="Causes">
      <Title order={2} mb="xs">
        Causes ({(causes.length + causesOmitted).toLocaleString('en')})
      </Title>
      {bySituation(shown, snapshot.situations).map(({ situation, causes: together }) => (
        <CausesTogether key={together[0]?.id} situation={situation}>
          {together.map((cause) => (
            <CauseCard
              key={cause.id}
              cause={cause}
              told={columns?.causes.find(({ id }) => id === cause.id)}
              part={partOf(situation, cause)}
              nameOf={nameOf}
            />
          ))}
        </CausesTogether>
      ))}
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
