/** The columns of the incident list: what it is about, how bad it is, what it costs, whom it affects, and who owns it. */
import { Anchor, Group, Text } from '@mantine/core';
import { money } from '@/client/labels/figures';
import { incidentHref } from '@/client/labels/incidentLabels';
import { PageLink } from '@/client/PageLink';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { StateMark } from '@/client/symbols/StateMark';
import type { IncidentSummary } from '@/contract/incidents';
import type { Situation } from '@/contract/situations';
import { causeCalled } from '@/domain/incidentWords';
import { capitalised } from '@/plain/capitalised';
import { namesOfCauses, numberOfPeople, situationReach } from '@/domain/situationWords';
import { formatNumber } from '@/plain/counts';
import { Elapsed } from '@/ui/Elapsed';
import type { Column } from '@/ui/tableColumns';
import { Timestamp } from '@/ui/Timestamp';
import classes from './IncidentList.module.css';

export interface ListedIn {
  tenantId: string;
  /** False if no incident says what it costs, because the person may not see revenue. */
  hasMoney: boolean;
  /** Whether the list is of incidents that are over: these affect nobody any more, and have cost what they cost. */
  isOver: boolean;
  askAhead(id: string): void;
  /** Undefined for an incident that is over. */
  situationOf(incidentId: string): Situation | undefined;
}

export function incidentColumns({ tenantId, hasMoney, isOver, askAhead, situationOf }: ListedIn): Column<IncidentSummary>[] {
  return [
    {
      key: 'number',
      title: 'Incident',
      order: 'number',
      render: (incident) => (
        <>
          <Anchor
            component={PageLink}
            href={incidentHref(tenantId, incident.id)}
            onLikely={() => askAhead(incident.id)}
            size="sm"
            fw={550}
            className={classes.cause}
          >
            {formatNumber(incident.number)} · {causeCalled(incident)}
          </Anchor>
          <Situated situation={situationOf(incident.id)} cause={incident.cause} />
        </>
      ),
    },
    { key: 'state', title: 'State', render: (incident) => <Standing incident={incident} /> },
    {
      key: 'severity',
      title: 'Severity',
      order: 'severity',
      render: ({ severity, isFlapping, isStale }) => (
        <Group gap={8} wrap="nowrap">
          <StateMark state={severity} />
          {isFlapping && <FlappingMark />}
          {isStale && <StaleMark lastReportAt={null} />}
        </Group>
      ),
    },
    ...(hasMoney ? [isOver ? WHAT_IT_COST : costColumn(situationOf)] : []),
    ...(isOver ? [] : [peopleColumn(situationOf)]),
    { key: 'team', title: 'Owner', order: 'team', render: ({ team = null }) => <Told words={team ?? NOT_RECORDED} /> },
    {
      key: 'opened',
      title: 'Opened',
      render: ({ openedAt }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          <Timestamp at={openedAt} />
        </span>
      ),
    },
    {
      key: 'lasted',
      title: 'Lasted',
      order: 'duration',
      isNumber: true,
      render: ({ startedAt, endedAt }) => <Elapsed at={startedAt} until={endedAt} />,
    },
  ];
}

const NOT_RECORDED = 'Not recorded';

function costColumn(situationOf: ListedIn['situationOf']): Column<IncidentSummary> {
  return {
    key: 'cost',
    title: 'Expected cost per hour',
    order: 'expectedPerHour',
    isNumber: true,
    render: ({ id, exposure }) => <Told words={costWords(exposure ?? null, situationOf(id))} />,
  };
}

const WHAT_IT_COST: Column<IncidentSummary> = {
  key: 'cost',
  title: 'Cost',
  order: 'costSoFar',
  isNumber: true,
  render: ({ costSoFar = null }) => (
    <Told words={costSoFar === null ? NOT_RECORDED : costSoFar.amount === 0 ? 'None' : money(costSoFar.amount, costSoFar.currency)} />
  ),
};

function peopleColumn(situationOf: ListedIn['situationOf']): Column<IncidentSummary> {
  return {
    key: 'people',
    title: 'People',
    order: 'people',
    isNumber: true,
    render: ({ id }) => <Told words={peopleWords(situationOf(id))} />,
  };
}

function costWords(exposure: NonNullable<IncidentSummary['exposure']> | null, situation: Situation | undefined): string | null {
  if (exposure === null) return null;
  if (situation?.notRecorded?.includes('revenue') === true) return NOT_RECORDED;
  return exposure.perHour === 0 ? 'None' : money(exposure.expectedPerHour, exposure.currency);
}

function peopleWords(situation: Situation | undefined): string | null {
  if (situation === undefined || situation.causes.length === 0) return null;
  const { notRecorded = [], counts } = situation;
  const number = numberOfPeople(counts);
  if (notRecorded.includes('audiences') || number === null) return NOT_RECORDED;
  return counts.people === 0 ? 'Nobody' : capitalised(number);
}

function Told({ words }: { words: string | null }) {
  if (words === null) return null;
  return words === NOT_RECORDED ? (
    <Text size="xs" c="dimmed" span style={{ whiteSpace: 'nowrap' }}>
      {words}
    </Text>
  ) : (
    <span className={classes.told}>{words}</span>
  );
}

/** Where the incident stands, and who is on it. */
function Standing({ incident: { state, acknowledgedBy, isUnderMaintenance } }: { incident: IncidentSummary }) {
  return (
    <>
      <IncidentMark state={state} />
      {acknowledgedBy !== null && (
        <Text size="xs" c="dimmed" className={classes.told}>
          by {acknowledgedBy}
        </Text>
      )}
      {isUnderMaintenance && <MaintenanceMark />}
    </>
  );
}

/** What its situation affects, and which other causes belong to it. */
function Situated({ situation, cause }: { situation: Situation | undefined; cause: string }) {
  if (situation === undefined || situation.causes.length === 0) return null;
  const { causes, causesOmitted, counts } = situation;
  const others = causes.filter(({ technicalName }) => technicalName !== cause).map(({ name }) => name);
  return (
    <Text size="xs" c="dimmed" className={classes.situation}>
      {others.length + causesOmitted > 0 && `Together with ${namesOfCauses(others, causesOmitted)}: `}
      {situationReach({ ...counts, audiences: 0 })}
    </Text>
  );
}
