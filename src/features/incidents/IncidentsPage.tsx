/** All incidents: what goes on first, then what is over. */
'use client';

import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FreshnessMark } from '@/client/live/FreshnessMark';
import { useTRPC } from '@/client/trpc';
import { PageFrame } from '@/ui/PageFrame';
import { IncidentFilterBar } from './IncidentFilterBar';
import { IncidentList } from './IncidentList';
import { NO_FILTERS, hasFilters, questionsOf, useIncidentFilters } from './incidentFilters';

export function IncidentsPage() {
  const [filters, change] = useIncidentFilters();
  const trpc = useTRPC();
  const any = useQuery(trpc.incidents.list.queryOptions({ limit: 1 }));
  const { unresolved, closed } = questionsOf(filters);
  const isFiltered = hasFilters(filters);
  return (
    <PageFrame
      title="Incidents"
      intro="An incident opens by itself when a component fails, one for each cause. What suffers from the same cause belongs to it."
      actions={<FreshnessMark answer={any} />}
    >
      {any.data?.total === 0 ? (
        <NoIncidents />
      ) : (
        <>
          <IncidentFilterBar filters={filters} change={change} />
          <Stack gap="xl">
            {unresolved !== null && (
              <IncidentList
                title="Unresolved"
                question={unresolved}
                empty={isFiltered ? 'No unresolved incident passes these filters.' : 'Nothing is going on.'}
              />
            )}
            {closed !== null && (
              <IncidentList
                title="Closed"
                question={closed}
                empty={isFiltered ? 'No incident that is over passes these filters.' : 'No incident is over yet.'}
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
    <Alert variant="light" color="indigo" title="There has been no incident yet" maw={720}>
      <Text size="sm" c="var(--mantine-color-text)">
        As soon as a component reports that it is degraded or down, an incident opens here by itself.
      </Text>
    </Alert>
  );
}
