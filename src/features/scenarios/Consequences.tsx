/**
 * The consequences of a scenario, beside its picture: why it is worse than any single failure, which tolerances it breaches, and all that
 * is affected.
 */
'use client';

import { Badge, Text, Title } from '@mantine/core';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { GroupsGaveWay } from '@/client/explanation/GroupsGaveWay';
import { PageLink } from '@/client/PageLink';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import type { ScenarioAnswer } from '@/contract/scenarios';
import type { EntityKind, HealthState } from '@/domain/vocabulary';
import { countOf } from '@/plain/counts';
import { formatDuration } from '@/plain/formatDuration';
import classes from './ScenariosPage.module.css';

const FIRST_ROWS = 12;
const MINUTE_MS = 60_000;

export function Consequences({ answer }: { answer: ScenarioAnswer }) {
  return (
    <>
      <GaveWay answer={answer} />
      <Tolerances answer={answer} />
      <Rows title="Capabilities" kind="capability" rows={answer.capabilities} />
      <Rows title="Applications" kind="application" rows={answer.applications} />
      <Rows title="Processes" kind="process" rows={answer.processes} />
      <Rows title="Audiences" kind="segment" rows={answer.audiences} />
    </>
  );
}

function GaveWay({ answer: { gaveWay, excess, failures } }: { answer: ScenarioAnswer }) {
  const total = Object.values(excess).reduce((sum, count) => sum + count, 0);
  if (failures.length === 1) return null;
  return (
    <section aria-label="Only together">
      <Title order={2} mb={4}>
        Only together
      </Title>
      {total === 0 && gaveWay.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is worse with all of these failures than with the worst of them for it.
        </Text>
      ) : (
        <Text size="sm">
          {countOf(excess.components, 'component')}, {countOf(excess.applications, 'application')} and{' '}
          {countOf(excess.capabilities, 'capability', 'capabilities')} are worse off than with any one of these failures alone.
        </Text>
      )}
      <GroupsGaveWay groups={gaveWay} />
    </section>
  );
}

function Tolerances({ answer: { tolerances, durationMinutes } }: { answer: ScenarioAnswer }) {
  const breached = tolerances.filter(({ verdict }) => verdict === 'Breached');
  const unset = tolerances.filter(({ verdict }) => verdict === 'NotSet').length;
  if (durationMinutes === null) return null;
  return (
    <section aria-label="Tolerances">
      <Title order={2} mb={4}>
        Down longer than tolerated ({breached.length})
      </Title>
      {breached.length === 0 && unset < Math.max(1, tolerances.length) && (
        <Text size="sm" c="dimmed">
          No capability is down for longer than it tolerates.
        </Text>
      )}
      {unset > 0 && (
        <Text size="sm" c="dimmed">
          Not recorded: what {unset === tolerances.length ? '' : `${unset.toLocaleString('en')} of `}
          {countOf(tolerances.length, 'affected capability', 'affected capabilities')} may tolerate.
        </Text>
      )}
      <ul className="bare-list">
        {breached.map(({ id, name, expectedState, maximumTolerableDowntimeMinutes: most }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>
              {name}
              <span className={classes.detail}>tolerates {formatDuration((most ?? 0) * MINUTE_MS)}</span>
            </span>
            <StateMark state={expectedState} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Row {
  id: string;
  name: string;
  expectedState: HealthState;
  alone: HealthState;
  isExcess: boolean;
}

function Rows({ title, kind, rows }: { title: string; kind: EntityKind; rows: readonly Row[] }) {
  const { tenantId } = useTenant();
  if (rows.length === 0) return null;
  const shown = [...rows].sort((left, right) => Number(right.isExcess) - Number(left.isExcess)).slice(0, FIRST_ROWS);
  return (
    <section aria-label={title}>
      <Title order={2} mb={4}>
        {title} ({rows.length.toLocaleString('en')})
      </Title>
      <ul className="bare-list">
        {shown.map(({ id, name, expectedState, alone, isExcess }) => (
          <li key={id} className={classes.row}>
            <span className={classes.name}>
              <PageLink href={blastRadiusHref(tenantId, kind, id)} className={classes.link}>
                {name}
              </PageLink>
              {isExcess && <span className={classes.detail}>{alone} with the worst single failure</span>}
            </span>
            {isExcess && (
              <Badge variant="outline" color="gray" tt="none" size="sm">
                Only together
              </Badge>
            )}
            <StateMark state={expectedState} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Text size="xs" c="dimmed">
          … and {(rows.length - shown.length).toLocaleString('en')} more in the table.
        </Text>
      )}
    </section>
  );
}
