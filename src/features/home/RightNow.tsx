/** What is wrong now, one row per cause with a link to its picture. One line if nothing is wrong. */
'use client';

import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { blastRadiusHref } from '@/client/blastRadiusHref';
import { money } from '@/client/labels/figures';
import { incidentHref } from '@/client/labels/incidentLabels';
import { predicateOf, predicateOfAll } from '@/client/labels/labels';
import { bySituation } from '@/client/situations/bySituation';
import { PageLink } from '@/client/PageLink';
import { pageHref } from '@/client/pages';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { LiveMark } from '@/client/symbols/LiveMark';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { Unanswered } from '@/client/Unanswered';
import type { Situation } from '@/contract/situations';
import { namesOfCauses, situationCost, situationReach } from '@/domain/situationWords';
import { countOf } from '@/plain/counts';
import { Elapsed } from '@/ui/Elapsed';
import { causeFacts, type Cause } from './causeWords';
import classes from './Home.module.css';
import { Part, Row } from './Part';

const MOST_CAUSES = 6;

export function RightNow({ hasHealth }: { hasHealth: boolean }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const live = useQuery(trpc.health.causes.queryOptions({}));
  const more = { label: 'Live impact', href: pageHref(tenantId, 'live-impact') };
  const { data } = live;
  if (data !== undefined && data.causes.length === 0) return <Calm hasHealth={hasHealth} />;
  return (
    <Part title={data === undefined ? 'Right now' : headline(data.causes, data.causesOmitted)} more={more} isWide>
      {data === undefined ? (
        <Unanswered query={live} failure="What is wrong now could not be loaded" loading="What is wrong now is loading" rows={2} />
      ) : (
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
    </Part>
  );
}

function headline(causes: readonly Cause[], omitted: number): string {
  const ongoing = causes.filter(({ isUnderMaintenance }) => !isUnderMaintenance);
  const [first] = ongoing;
  if (first === undefined) return 'What is wrong is under maintenance';
  const count = ongoing.length + omitted;
  return count === 1
    ? `${first.name} ${predicateOf(first.state)}`
    : `${countOf(count, 'cause')} ${omitted > 0 ? 'are unhealthy' : predicateOfAll(ongoing.map(({ state }) => state))}`;
}

/** No card: there is nothing to look at. */
function Calm({ hasHealth }: { hasHealth: boolean }) {
  const { tenantId } = useTenant();
  return (
    <section className={classes.calm} aria-label="Right now">
      {hasHealth ? (
        <>
          <Text size="sm">No component that reports is unhealthy.</Text>
          <Anchor component={PageLink} href={pageHref(tenantId, 'live-impact')} size="xs" className={classes.more}>
            Live impact
          </Anchor>
        </>
      ) : (
        <Text size="sm">
          No component has reported its health yet, so its state is unknown. To connect your monitoring, see{' '}
          <Anchor href="/docs/alert-sources" inherit underline="always">
            alert sources
          </Anchor>
          .
        </Text>
      )}
    </section>
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
        facts={[`${situationReach(situation.counts)} affected`, ...(cost === null ? [] : [cost])]}
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
