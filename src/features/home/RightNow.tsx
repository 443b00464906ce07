/** What is wrong now, one row per cause with a link to its picture; below, maintenance and recent incidents. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { FailureNote } from '@/client/FailureNote';
import { money } from '@/client/labels/figures';
import { incidentHref } from '@/client/labels/incidentLabels';
import { predicateOf } from '@/client/labels/labels';
import { bySituation } from '@/client/situations/bySituation';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { LiveMark, MaintenanceMark } from '@/client/symbols/LiveMark';
import { StateMark } from '@/client/symbols/StateMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import type { Situation } from '@/contract/situations';
import { namesOfCauses, situationCost, situationReach } from '@/domain/situationWords';
import { countOf } from '@/plain/counts';
import { Elapsed } from '@/ui/Elapsed';
import { LoadingRows } from '@/ui/LoadingRows';
import { Timestamp } from '@/ui/Timestamp';
import { causeFacts, type Cause } from './causeWords';
import classes from './Home.module.css';
import { Part, Row } from './Part';

const MOST_CAUSES = 6;
const MOST_EACH = 3;
const DAY_MS = 86_400_000;

export function RightNow({ hasHealth }: { hasHealth: boolean }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const live = useQuery(trpc.health.causes.queryOptions({}));
  const more = { label: 'Live impact', href: pageHref(tenantId, 'live-impact') };
  const { data } = live;
  return (
    <Part title={data === undefined ? 'Right now' : headline(data.causes, data.causesOmitted, hasHealth)} more={more} isWide>
      {live.isPending && <LoadingRows label="What is wrong now is loading" rows={2} />}
      {live.isError && data === undefined && (
        <FailureNote title="What is wrong now could not be loaded" error={live.error} onRetry={() => void live.refetch()} />
      )}
      {data !== undefined && data.causes.length === 0 && <Calm hasHealth={hasHealth} />}
      {data !== undefined && data.causes.length > 0 && (
        <ul className={classes.rows}>
          {bySituation(data.causes.slice(0, MOST_CAUSES), data.situations).map(({ situation, causes }) =>
            situation === null ? (
              causes.map((cause) => <CauseRow key={cause.id} cause={cause} />)
            ) : (
              <SituationRow key={situation.causes[0]?.technicalName} situation={situation} causes={causes} />
            ),
          )}
        </ul>
      )}
      <Lately />
    </Part>
  );
}

function headline(causes: readonly Cause[], omitted: number, hasHealth: boolean): string {
  const ongoing = causes.filter(({ isUnderMaintenance }) => !isUnderMaintenance);
  const [first] = ongoing;
  if (first === undefined) return causes.length > 0 ? 'What is wrong is under maintenance' : hasHealth ? 'Nothing is wrong' : 'Right now';
  const count = ongoing.length + omitted;
  return count === 1 ? `${first.name} ${predicateOf(first.state)}` : `${countOf(count, 'component')} in trouble`;
}

function Calm({ hasHealth }: { hasHealth: boolean }) {
  if (hasHealth)
    return (
      <div className={classes.calm}>
        <StateMark state="Healthy" />
        <Text size="sm">No component that reports is unhealthy.</Text>
      </div>
    );
  return (
    <Text size="sm">
      No component has reported its health yet, so its state is unknown. To connect your monitoring, see{' '}
      <Anchor href="/docs/alert-sources" inherit underline="always">
        alert sources
      </Anchor>
      .
    </Text>
  );
}

function CauseRow({ cause }: { cause: Cause }) {
  const { tenantId } = useTenant();
  const { id, name, state, since, isUnderMaintenance, incident } = cause;
  return (
    <>
      <Row
        href={`${blastRadiusHref(tenantId, 'component', id)}&state=${state}`}
        mark={<LiveMark health={state} isUnderMaintenance={isUnderMaintenance} />}
        title={name}
        facts={causeFacts(cause)}
        side={
          <>
            for <Elapsed at={since} />
          </>
        }
      />
      {incident !== null && <IncidentRow incident={incident} />}
    </>
  );
}

/** Several causes that belong together, with what they affect and cost together. */
function SituationRow({ situation, causes }: { situation: Situation; causes: readonly Cause[] }) {
  const { tenantId } = useTenant();
  const since = causes.reduce((earliest, cause) => (cause.since < earliest ? cause.since : earliest), causes[0]?.since ?? '');
  const cost = situationCost(situation.exposure, money);
  const names = situation.causes.map(({ name }) => name);
  return (
    <>
      <Row
        href={pageHref(tenantId, 'live-impact')}
        mark={<LiveMark health={causes[0]?.state ?? 'Warning'} isUnderMaintenance={causes.every((cause) => cause.isUnderMaintenance)} />}
        title={namesOfCauses(names, situation.causesOmitted)}
        facts={[`affect ${situationReach(situation.counts)}`, ...(cost === null ? [] : [cost])]}
        side={
          <>
            for <Elapsed at={since} />
          </>
        }
      />
      {causes.map(({ id, incident }) => incident !== null && <IncidentRow key={id} incident={incident} />)}
    </>
  );
}

function IncidentRow({ incident: { id, number, state } }: { incident: NonNullable<Cause['incident']> }) {
  const { tenantId } = useTenant();
  return (
    <li className={classes.below}>
      <Anchor component={PageLink} href={incidentHref(tenantId, id)} c="inherit" size="xs" className={classes.more}>
        Incident {number.toLocaleString('en')} <IncidentMark state={state} />
      </Anchor>
    </li>
  );
}

/** Current and planned maintenance, and incidents resolved within the last week. */
function Lately() {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  // Rounded to the day, so that the query does not change while the page is open.
  const [since] = useState(() => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 7 * DAY_MS).toISOString());
  const resolved = useQuery(trpc.incidents.list.queryOptions({ state: ['Resolved'], since, limit: MOST_EACH }));
  const windows = useQuery(trpc.maintenance.list.queryOptions({ status: ['Active', 'Planned'], limit: MOST_EACH }));
  const over = resolved.data?.items ?? [];
  const planned = windows.data?.items ?? [];
  if (over.length + planned.length === 0) return null;
  return (
    <ul className={classes.lately}>
      {planned.map(({ id, name, status, startsAt, endsAt }) => (
        <li key={id}>
          <MaintenanceMark word={status === 'Active' ? 'Maintenance' : 'Planned maintenance'} />
          <Anchor component={PageLink} href={pageHref(tenantId, 'maintenance')} c="inherit" size="xs" className={classes.more}>
            {name}
          </Anchor>
          <span>
            {status === 'Active' ? 'until ' : 'from '}
            <Timestamp at={status === 'Active' ? endsAt : startsAt} />
          </span>
        </li>
      ))}
      {over.map(({ id, number, cause, causeName = cause, startedAt, endedAt }) => (
        <li key={id}>
          <IncidentMark state="Resolved" />
          <Anchor component={PageLink} href={incidentHref(tenantId, id)} c="inherit" size="xs" className={classes.more}>
            Incident {number.toLocaleString('en')}: {causeName}
          </Anchor>
          <span>
            lasted <Elapsed at={startedAt} until={endedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
