/** The inventory: one table per kind, with the open entity beside it. */
'use client';

import { Box, Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFileCode, IconPlus } from '@tabler/icons-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { UnlessEmpty } from '@/client/EmptyTenant';
import { FailureNote } from '@/client/FailureNote';
import { explain } from '@/client/failure';
import { LinkButton } from '@/client/LinkButton';
import { pageHref } from '@/client/pages';
import { useTenant } from '@/client/tenantContext';
import type { InventoryKind } from '@/contract/bulk';
import { isRoleAtLeast } from '@/domain/access';
import { useEscape } from '@/ui/useEscape';
import { laterPart } from '@/ui/laterPart';
import { capitalised } from '@/plain/capitalised';
import { BulkBar } from './BulkBar';
import { DeleteDialog } from './DeleteDialog';
import { EntityPanel } from './EntityPanel';
import { InventoryTable } from './InventoryTable';
import { hasFilters, useInventoryView, type InventoryView, type InventoryViewChange } from './inventoryAddress';
import classes from './InventoryPage.module.css';
import type { InventoryRow } from './inventoryRow';
import { InventoryToolbar, SEARCH_ID } from './InventoryToolbar';
import { KindList } from './KindList';
import { factsOf } from './kindFacts';
import { useRows } from './useRows';
import { useTableSettings } from './useTableSettings';

const EntityForm = laterPart(async () => (await import('./EntityForm')).EntityForm);

export function InventoryPage({ kind }: { kind: InventoryKind }) {
  const { role } = useTenant();
  const mayEdit = isRoleAtLeast(role, 'Editor');
  const [view, change] = useInventoryView(kind);
  const [settings, setSettings] = useTableSettings(kind);
  const [edited, setForm] = useState<{ row: InventoryRow | null } | null>(null);
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null);
  const startNew = (): void => setForm({ row: null });
  // A link may ask for the form that creates something.
  const [isAskedForNew, setAskedForNew] = useQueryState('new', parseAsBoolean.withDefault(false));
  const form = edited ?? (isAskedForNew && mayEdit ? { row: null } : null);
  const closeForm = (): void => {
    setForm(null);
    void setAskedForNew(null);
  };
  useHotkeys([
    ['/', () => document.getElementById(SEARCH_ID)?.focus()],
    ['n', () => mayEdit && startNew()],
  ]);
  useEscape(() => view.open !== null && change({ open: null }));
  return (
    <div className={classes.page}>
      {view.open !== null && (
        <VisuallyHidden component="h1" className={classes.titleBehindPanel}>
          {capitalised(factsOf(kind).plural)}
        </VisuallyHidden>
      )}
      <KindList kind={kind} />
      <div className={classes.main}>
        <InventoryToolbar
          kind={kind}
          view={view}
          change={change}
          settings={settings}
          onSettings={setSettings}
          onNew={mayEdit ? startNew : null}
        />
        <TableOf kind={kind} view={view} change={change} settings={settings} mayEdit={mayEdit} onNew={startNew} />
      </div>
      {view.open !== null && (
        <EntityPanel
          key={view.open}
          kind={kind}
          id={view.open}
          mayEdit={mayEdit}
          onEdit={(row) => setForm({ row })}
          onDelete={({ id }, name) => setDeleting({ id, name })}
          onClose={() => change({ open: null })}
        />
      )}
      {form !== null && (
        <EntityForm
          kind={kind}
          row={form.row}
          onClose={closeForm}
          onSaved={({ id }) => {
            closeForm();
            if (form.row === null) change({ open: id });
          }}
        />
      )}
      {deleting !== null && (
        <DeleteDialog
          kind={kind}
          ids={[deleting.id]}
          name={deleting.name}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            change({ open: null });
          }}
        />
      )}
    </div>
  );
}

interface TableProps {
  kind: InventoryKind;
  view: InventoryView;
  change(change: InventoryViewChange): void;
  settings: ReturnType<typeof useTableSettings>[0];
  mayEdit: boolean;
  onNew(): void;
}

function TableOf({ kind, view, change, settings, mayEdit, onNew }: TableProps) {
  const { query, rows, total, isMinimum } = useRows(kind, view);
  const [chosen, setChosen] = useChosenIn(JSON.stringify([kind, view.search, view.filters]));
  const present = useMemo(() => new Set(rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)), [rows, chosen]);
  const { fetchNextPage } = query;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const { plural, singular } = factsOf(kind);

  if (query.isError && rows.length === 0)
    return <FailureNote title={`The ${plural} could not be loaded`} error={query.error} onRetry={() => void query.refetch()} isInset />;
  if (query.data === undefined) return <Reading />;
  if (rows.length === 0)
    return (
      <Nothing
        kind={kind}
        isFiltered={hasFilters(view)}
        mayEdit={mayEdit}
        onNew={onNew}
        onClear={() => change({ search: null, filters: Object.fromEntries(Object.keys(view.filters).map((name) => [name, null])) })}
      />
    );
  return (
    <>
      {present.size > 0 && (
        <BulkBar kind={kind} rows={rows.filter(({ id }) => present.has(id))} onClear={() => setChosen(NOTHING_CHOSEN)} />
      )}
      <InventoryTable
        kind={kind}
        label={capitalised(plural)}
        rows={rows}
        total={total}
        settings={settings}
        sort={view.sort}
        openId={view.open}
        chosen={mayEdit ? present : null}
        onChoose={setChosen}
        onSort={(sort) => change({ sort })}
        onOpen={(open) => change({ open })}
        // A page that failed to load is retried only by hand.
        hasMore={query.hasNextPage && !query.isFetchNextPageError}
        isLoadingMore={query.isFetchingNextPage}
        onMore={more}
      />
      <div className={classes.foot}>
        <span role="status">
          {total.toLocaleString('en')}
          {isMinimum ? ' or more' : ''} {total === 1 ? singular : plural}
          {rows.length < total ? `, ${rows.length.toLocaleString('en')} loaded so far` : ''}
        </span>
        {query.isFetchNextPageError && (
          <span role="alert">
            The rest could not be loaded. {explain(query.error)}{' '}
            <Button size="compact-xs" variant="default" loading={query.isFetchingNextPage} onClick={more}>
              Try again
            </Button>
          </span>
        )}
        <span className={classes.keys}>Keys: arrows or j and k, Enter to open{mayEdit ? ', x to select, n for new' : ''}, / to search</span>
      </div>
    </>
  );
}

const NOTHING_CHOSEN: ReadonlySet<string> = new Set();

/** The selection of one table; another table, or another filter, starts with none. */
function useChosenIn(table: string): [ReadonlySet<string>, (chosen: ReadonlySet<string>) => void] {
  const [held, setHeld] = useState({ table, chosen: NOTHING_CHOSEN });
  return [held.table === table ? held.chosen : NOTHING_CHOSEN, (chosen) => setHeld({ table, chosen })];
}

function Reading() {
  return (
    <Stack gap={8} p="md" role="status" aria-label="Loading the table">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={20} />
      ))}
    </Stack>
  );
}

function Nothing({
  kind,
  isFiltered,
  mayEdit,
  onNew,
  onClear,
}: {
  kind: InventoryKind;
  isFiltered: boolean;
  mayEdit: boolean;
  onNew: () => void;
  onClear: () => void;
}) {
  const { tenantId } = useTenant();
  const { singular, plural, meaning } = factsOf(kind);
  if (isFiltered)
    return (
      <Stack align="center" py={64} px="md" gap="sm">
        <Text size="sm">No {singular} matches.</Text>
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      </Stack>
    );
  const nothing = (
    <Stack align="center" py={64} px="md" gap="sm" maw={560} mx="auto">
      <Title order={2}>No {plural} yet</Title>
      <Text size="sm" c="dimmed" ta="center">
        {meaning}
      </Text>
      {mayEdit && (
        <Stack gap="xs" align="center">
          <Button size="sm" leftSection={<IconPlus size={15} aria-hidden="true" />} onClick={onNew}>
            New {singular}
          </Button>
          <LinkButton href={pageHref(tenantId, 'manifest')} icon={IconFileCode} variant="subtle">
            Import a manifest
          </LinkButton>
        </Stack>
      )}
    </Stack>
  );
  return (
    <Box p="md">
      <UnlessEmpty then={meaning}>{nothing}</UnlessEmpty>
    </Box>
  );
}
