/** Search, state, severity, component and dates that narrow the list of incidents. */
'use client';

import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { EntitySearch } from '@/client/EntitySearch';
import { INCIDENT_STATE_LABELS } from '@/domain/incidentWords';
import { FAILURE_STATES, INCIDENT_STATES } from '@/domain/vocabulary';
import { ControlsRow } from '@/ui/ControlsRow';
import { FilterMenu } from '@/ui/FilterMenu';
import { hasFilters, type ChangeFilters, type IncidentFilters } from './incidentFilters';

export function IncidentFilterBar({ filters, change }: { filters: IncidentFilters; change: ChangeFilters }) {
  const { search, state, severity, component, since, until } = filters;
  return (
    <ControlsRow
      role="search"
      label="Filter incidents"
      restLabel="Filters"
      isNarrowed={hasFilters({ ...filters, search: '' })}
      lead={
        <TextInput
          size="xs"
          aria-label="Search incidents by their cause"
          placeholder="Search by cause"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => change({ search: event.currentTarget.value || null })}
        />
      }
      rest={
        <>
          <FilterMenu
            label="State"
            values={INCIDENT_STATES}
            chosen={state}
            wordsOf={(value) => INCIDENT_STATE_LABELS[value]}
            onChange={(chosen) => change({ state: chosen })}
          />
          <FilterMenu
            label="Severity"
            values={FAILURE_STATES}
            chosen={severity}
            wordsOf={(value) => value}
            onChange={(chosen) => change({ severity: chosen })}
          />
          {component === null || component === '' ? (
            <EntitySearch
              id="incident-component"
              label="Incidents of a component"
              placeholder="Component"
              kinds={['component']}
              onChoose={({ technicalName }) => change({ component: technicalName })}
            />
          ) : (
            <Button
              variant="light"
              rightSection={<IconX size={13} aria-hidden="true" />}
              onClick={() => change({ component: null })}
              aria-label={`Only ${component}. Show incidents of all components`}
            >
              {component}
            </Button>
          )}
          <Group gap={6}>
            <Text size="xs" c="dimmed" aria-hidden="true">
              Opened
            </Text>
            <TextInput
              size="xs"
              type="date"
              aria-label="Opened from"
              value={since ?? ''}
              {...(until === null ? {} : { max: until })}
              onChange={(event) => change({ since: event.currentTarget.value || null })}
            />
            <Text size="xs" c="dimmed" aria-hidden="true">
              to
            </Text>
            <TextInput
              size="xs"
              type="date"
              aria-label="Opened until"
              value={until ?? ''}
              {...(since === null ? {} : { min: since })}
              onChange={(event) => change({ until: event.currentTarget.value || null })}
            />
          </Group>
        </>
      }
    />
  );
}
