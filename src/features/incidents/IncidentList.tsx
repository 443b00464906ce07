/** One section of the incidents, newest first, a page at a time. */
'use client';

import { Anchor, Group, Text, Title } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FailureNote } from '@/client/FailureNote';
import { incidentHref } from '@/client/labels/incidentLabels';
import { FlappingMark } from '@/client/symbols/FlappingMark';
import { StaleMark } from '@/client/symbols/StaleMark';
import { IncidentMark } from '@/client/symbols/IncidentMark';
import { MaintenanceMark } from '@/client/symbols/LiveMark';
import { StateMark } from '@/client/symbols/StateMark';
import { countOf } from '@/plain/counts';
import { PageLink } from '@/client/PageLink';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ShowMore } from '@/client/ShowMore';
import { money } from '@/client/labels/figures';
import type { IncidentListInput, IncidentSummary } from '@/contract/incidents';
import type { Situation } from '@/contract/situations';
import { namesOfCauses, situationCost, situationReach } from '@/domain/situationWords';
import { isUnresolved } from '@/domain/health/incident';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/tableColumns';
import { LoadingRows } from '@/ui/LoadingRows';
import { Timestamp } from '@/ui/Timestamp';
import { Elapsed } from '@/ui/Elapsed';
import classes from './IncidentList.module.css';

const PAGE = 50;

export function IncidentList({ title, question, empty }: { title: string; question: IncidentListInput; empty: string }) {
  const { tenantId } = useTenant();
  const trpc = useTRPC();
  const list = useInfiniteQuery({
    ...trpc.incidents.list.infiniteQueryOptions({ ...question, limit: PAGE }, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    placeholderData: keepPreviousData,
  });
  const queryClient = useQueryClient();
  const pages = list.data?.pages;
  const columns = useMemo(() => {
    const situations = new Map(pages?.flatMap((page) => page.situations.flatMap((one) => one.incidents.map((id) => [id, one] as const))));
    const askAhead = (id: string): void => void queryClient.prefetchQuery(trpc.incidents.get.queryOptions({ id }));
    return columnsOf(tenantId, askAhead, (id) => situations.get(id));
  }, [tenantId, queryClient, trpc, pages]);
  const [first] = pages ?? [];
  const rows = pages?.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label={title} aria-busy={list.isPlaceholderData} className={classes.list}>
      <Title order={2} mb="xs">
        {title}
        {first !== undefined && ` (${first.total.toLocaleString('en')}${first.totalIsMinimum === true ? ' or more' : ''})`}
      </Title>
      {list.isError && first === undefined && (
        <FailureNote title="The incidents could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <LoadingRows label="Incidents are loading" rows={3} />}
      {first !== undefined && (
        <DataTable
          label={`${title} incidents`}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          empty={empty}
          all={{ count: first.total, isMinimum: first.totalIsMinimum === true }}
        />
      )}
      <ShowMore list={list} label="Show more" note={`${rows.length.toLocaleString('en')} shown`} />
    </section>
  );
}

/** What its situation affects and costs, and which other causes belong to it. */
function Situated({ situation, cause }: { situation: Situation | undefined; cause: string }) {
  if (situation === undefined || situation.causes.length === 0) return null;
  const { causes, causesOmitted, counts, exposure } = situation;
  const cost = situationCost(exposure, money);
  const others = causes.filter(({ technicalName }) => technicalName !== cause).map(({ name }) => name);
  return (
    <Text size="xs" c="dimmed" className={classes.situation}>
      {others.length + causesOmitted > 0 && `Together with ${namesOfCauses(others, causesOmitted)}: `}
      {situationReach(counts)}
      {cost !== null && `, ${cost}`}
    </Text>
  );
}

function columnsOf(
  tenantId: string,
  askAhead: (id: string) => void,
  situationOf: (incidentId: string) => Situation | undefined,
): Column<IncidentSummary>[] {
  return [
    {
      key: 'number',
      title: 'Incident',
      render: ({ id, number, cause }) => (
        <>
          <Anchor
            component={PageLink}
            href={incidentHref(tenantId, id)}
            onLikely={() => askAhead(id)}
            size="sm"
            fw={550}
            className={classes.cause}
          >
            {number.toLocaleString('en')} · {cause}
          </Anchor>
          <Situated situation={situationOf(id)} cause={cause} />
        </>
      ),
    },
    { key: 'state', title: 'State', render: ({ state }) => <IncidentMark state={state} /> },
    {
      key: 'severity',
      title: 'Severity',
      render: ({ severity, isFlapping, isStale }) => (
        <Group gap={8} wrap="nowrap">
          <StateMark state={severity} />
          {isFlapping && <FlappingMark />}
          {isStale && <StaleMark lastReportAt={null} />}
        </Group>
      ),
    },
    {
      key: 'symptoms',
      title: 'Symptoms',
      render: ({ state, symptoms, impactedNotMonitoredCount: silent }) =>
        isUnresolved({ state }) ? <Symptoms names={symptoms} notMonitored={silent} /> : null,
    },
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
      render: ({ startedAt, endedAt }) => <Elapsed at={startedAt} until={endedAt} />,
    },
    {
      key: 'by',
      title: 'Acknowledged by',
      render: ({ state, acknowledgedBy, isUnderMaintenance }) => (
        <Group gap={8} wrap="nowrap">
          {acknowledgedBy ??
            (isUnresolved({ state }) ? (
              <Text size="xs" c="dimmed" span>
                Nobody
              </Text>
            ) : null)}
          {isUnderMaintenance && <MaintenanceMark />}
        </Group>
      ),
    },
  ];
}

function Symptoms({ names, notMonitored }: { names: readonly string[]; notMonitored: number }) {
  const silent = notMonitored === 0 ? '' : `${countOf(notMonitored, 'component')} impacted, not monitored`;
  return (
    <>
      {names.length > 0 && (
        <Text size="sm" span title={names.join(', ')}>
          {names.length <= 2 ? names.join(', ') : countOf(names.length, 'component')}
        </Text>
      )}
      {(silent !== '' || names.length === 0) && (
        <Text size="xs" c="dimmed">
          {silent === '' ? 'None reported' : silent}
        </Text>
      )}
    </>
  );
}
