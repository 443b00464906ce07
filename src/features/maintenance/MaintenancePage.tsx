/** Maintenance windows: planned, active and ended; and the form for a new one. */
'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { useTenant } from '@/client/tenantContext';
import { useTRPC } from '@/client/trpc';
import { ShowMore } from '@/client/ShowMore';
import { filled } from '@/client/filled';
import { Unanswered } from '@/client/Unanswered';
import type { Maintenance } from '@/contract/maintenance';
import { isRoleAtLeast } from '@/domain/access';
import { FilterMenu } from '@/ui/FilterMenu';
import { PageFrame } from '@/ui/PageFrame';
import { StopWindowDialog } from './StopWindowDialog';
import { WindowDialog } from './WindowDialog';
import { WindowTable, type Asked } from './WindowTable';
import { MAINTENANCE_STATUSES } from '@/contract/values/maintenance';

const parsers = {
  search: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsStringLiteral(MAINTENANCE_STATUSES)).withDefault([]),
};

/** Windows start and end without an event. */
const ASKED_EVERY_MS = 30_000;

export function MaintenancePage() {
  const { role } = useTenant();
  const mayPlan = isRoleAtLeast(role, 'Editor');
  const trpc = useTRPC();
  const [{ search, status }, setFilters] = useQueryStates(parsers, { history: 'replace', scroll: false, throttleMs: 300 });
  const [asked, setAsked] = useState<Asked | null>(null);
  const question = { limit: 50, ...filled({ search: search.trim() || null, status }) };
  const list = useInfiniteQuery({
    ...trpc.maintenance.list.infiniteQueryOptions(question, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    placeholderData: keepPreviousData,
    refetchInterval: ASKED_EVERY_MS,
  });
  const pages = list.data?.pages;
  const isFiltered = search.trim() !== '' || status.length > 0;
  return (
    <PageFrame
      title="Maintenance"
      intro="During a window, failures of its component or application open no incident and send no event except impact.changed. They are shown as maintenance, never as healthy."
      actions={
        mayPlan && (
          <Button leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={() => setAsked({ kind: 'new' })}>
            Plan maintenance
          </Button>
        )
      }
    >
      <Group gap="xs">
        <TextInput
          size="xs"
          aria-label="Search windows by name"
          placeholder="Search by name"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          onChange={(event) => void setFilters({ search: event.currentTarget.value || null })}
        />
        <FilterMenu
          label="Status"
          values={MAINTENANCE_STATUSES}
          chosen={status}
          onChange={(chosen) => void setFilters({ status: chosen })}
        />
      </Group>
      {pages === undefined ? (
        <Unanswered query={list} failure="The windows cannot be shown" loading="Maintenance windows are loading" />
      ) : (
        <Windows windows={pages.flatMap(({ items }) => items)} isFiltered={isFiltered} mayPlan={mayPlan} onAsk={setAsked} />
      )}
      <ShowMore list={list} label="Show more" note={`${(pages?.[0]?.total ?? 0).toLocaleString('en')} in all`} />
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </PageFrame>
  );
}

interface WindowsProps {
  windows: readonly Maintenance[];
  isFiltered: boolean;
  mayPlan: boolean;
  onAsk(asked: Asked): void;
}

function Windows({ windows, isFiltered, mayPlan, onAsk }: WindowsProps) {
  const empty = isFiltered ? 'No window matches these filters.' : 'No maintenance planned yet.';
  const table = <WindowTable windows={windows} mayPlan={mayPlan} empty={empty} onAsk={onAsk} />;
  if (windows.length > 0 || isFiltered) return table;
  return (
    <UnlessEmpty then="Once there are components, you can plan windows here in which they may fail without an incident.">
      {table}
    </UnlessEmpty>
  );
}

function AskedDialog({ asked, onClose }: { asked: Asked; onClose(): void }) {
  if (asked.kind === 'new') return <WindowDialog window={null} onClose={onClose} />;
  if (asked.kind === 'edit') return <WindowDialog window={asked.window} onClose={onClose} />;
  return <StopWindowDialog kind={asked.kind} window={asked.window} onClose={onClose} />;
}
