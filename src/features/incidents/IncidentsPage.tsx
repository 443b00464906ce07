/** All incidents: unresolved ones first, then closed ones. */
'use client';

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { FreshnessMark } from '@/client/live/FreshnessMark';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { INCIDENT_SORTS } from '@/contract/values/lists';
import { PageFrame } from '@/ui/PageFrame';
import { IncidentFilterBar } from './IncidentFilterBar';
import { IncidentList } from './IncidentList';
import { NO_FILTERS, hasFilters, incidentParsers, listHref, questionsOf, type ChangeFilters } from './incidentFilters';

export function IncidentsPage() {
  const [filters, setFilters] = useQueryStates(incidentParsers, { history: 'replace', scroll: false, throttleMs: 300 });
  const change: ChangeFilters = (changed) => void setFilters(changed);
  const trpc = useTRPC();
  const any = useQuery(trpc.incidents.list.queryOptions({ limit: 1 }));
  const { unresolved, closed } = questionsOf(filters);
  const isFiltered = hasFilters(filters);
  const page = pageHref(useTenant().tenantId, 'incidents');
  const known = (sort: string) => INCIDENT_SORTS.find((one) => one === sort) ?? null;
  const order = {
    sort: filters.sort,
    onSort: (sort: string) => change({ sort: known(sort) }),
    hrefOf: (sort: string) => listHref(page, { ...filters, sort: known(sort) }),
    onReset: () => change({ sort: null }),
  };
  return (
    <PageFrame
      title="Incidents"
      intro="An incident opens by itself when a component fails. Everything affected by the same cause belongs to one incident."
      actions={<FreshnessMark answer={any} />}
    >
      {any.data?.total === 0 ? (
        <UnlessEmpty then="Once components report their health, an incident opens here when one of them fails.">
          <NoIncidents />
        </UnlessEmpty>
      ) : (
        <>
          <IncidentFilterBar filters={filters} change={change} />
          <Stack gap="xl">
            {unresolved !== null && (
              <IncidentList
                title="Unresolved"
                question={unresolved}
                isOver={false}
                order={order}
                empty={isFiltered ? 'No unresolved incident matches these filters.' : 'No unresolved incidents.'}
              />
            )}
            {closed !== null && (
              <IncidentList
                title="Closed"
                question={closed}
                isOver
                order={order}
                empty={isFiltered ? 'No closed incident matches these filters.' : 'No closed incidents yet.'}
              />
            )}
          </Stack>
          {isFiltered && (
            <div>
              <Button variant="default" onClick={() => change(NO_FILTERS)}>
                Clear the filters
              </Button>
            </div>
          )}
        </>
      )}
    </PageFrame>
  );
}

function NoIncidents() {
  return (
    <Alert variant="light" color="indigo" title="No incidents yet" maw={720}>
      <Text size="sm" c="var(--mantine-color-text)">
        When a component reports a state as bad as the settings say, an incident opens here by itself.
      </Text>
    </Alert>
  );
}
