/** Above a table: search, filters, columns, export, and the button that creates something. */
'use client';

import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { IconColumns, IconDownload, IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { explain } from '@/client/failure';
import { useTRPCClient } from '@/client/trpc';
import { ViewsMenu } from '@/client/views/ViewsMenu';
import type { InventoryKind } from '@/contract/bulk';
import { ControlsRow } from '@/ui/ControlsRow';
import { saveFile } from '@/ui/saveFile';
import { notify } from '@/ui/notify';
import { capitalised } from '@/plain/capitalised';
import { columnsOf } from './columnsOf';
import { exportRows } from './exportRows';
import { FilterPanel } from './FilterPanel';
import { hasFilters, listInputOf, type InventoryView, type InventoryViewChange } from './inventoryAddress';
import classes from './InventoryPage.module.css';
import { KindChoice } from './KindList';
import { factsOf } from './kindFacts';
import { useKindCalls } from './useKindProcedures';
import type { TableSettings } from './useTableSettings';

export const SEARCH_ID = 'inventory-search';
/** The first letter searches at once; further ones wait at least this long. */
const WAIT_MS = 120;

interface Props {
  kind: InventoryKind;
  view: InventoryView;
  change(change: InventoryViewChange): void;
  settings: TableSettings;
  onSettings(settings: TableSettings): void;
  /** Null if this person may only read. */
  onNew: (() => void) | null;
}

export function InventoryToolbar({ kind, view, change, settings, onSettings, onNew }: Props) {
  const { plural, singular } = factsOf(kind);
  return (
    <ControlsRow
      className={classes.toolbar}
      restLabel="Search and filters"
      isNarrowed={hasFilters(view)}
      lead={
        <>
          <Title order={1} className={classes.title}>
            {capitalised(plural)}
          </Title>
          <KindChoice kind={kind} />
        </>
      }
      rest={
        <>
          <SearchField
            key={kind}
            label={`Search ${plural}`}
            value={view.search}
            onChange={(search) => change({ search: search === '' ? null : search })}
          />
          <FilterPanel kind={kind} filters={view.filters} onChange={(filters) => change({ filters })} />
          <ColumnChoice kind={kind} settings={settings} onSettings={onSettings} />
          <ExportButton kind={kind} view={view} settings={settings} />
          <ViewsMenu key={`views of ${kind}`} page={`inventory/${factsOf(kind).path}`} />
        </>
      }
      tail={
        onNew !== null && (
          <Button
            className={classes.new}
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={onNew}
            aria-label={`New ${singular}`}
          >
            New<span className={classes.newKind}>&nbsp;{singular}</span>
          </Button>
        )
      }
    />
  );
}

/** Typing updates the URL, and changes of the URL from elsewhere update the field. */
function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (search: string) => void }) {
  const [text, setText] = useState(value);
  const said = useRef(value);
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setText(value);
  }, [value]);
  const say = useThrottledCallback((search: string) => {
    said.current = search;
    onChange(search);
  }, WAIT_MS);
  const type = (search: string): void => {
    setText(search);
    say(search);
  };
  return (
    <TextInput
      id={SEARCH_ID}
      size="xs"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      value={text}
      autoComplete="off"
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function ColumnChoice({
  kind,
  settings,
  onSettings,
}: {
  kind: InventoryKind;
  settings: TableSettings;
  onSettings: (settings: TableSettings) => void;
}) {
  const columns = columnsOf(kind).slice(1);
  const toggle = (name: string): void =>
    onSettings({
      ...settings,
      hidden: settings.hidden.includes(name) ? settings.hidden.filter((other) => other !== name) : [...settings.hidden, name],
    });
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns size={14} aria-hidden="true" />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label="Columns">
        <Stack gap={8} role="group" aria-label="Columns shown" mah="50dvh" style={{ overflowY: 'auto' }}>
          {columns.map(({ name, label }) => (
            <Checkbox key={name} size="xs" label={label} checked={!settings.hidden.includes(name)} onChange={() => toggle(name)} />
          ))}
        </Stack>
        <Text size="xs" c="dimmed" mt="sm" mb={4}>
          Rows
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Row height"
          value={settings.density}
          data={[
            { value: 'compact', label: 'Compact' },
            { value: 'comfortable', label: 'Roomy' },
          ]}
          onChange={(density) => onSettings({ ...settings, density: density as TableSettings['density'] })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ExportButton({ kind, view, settings }: { kind: InventoryKind; view: InventoryView; settings: TableSettings }) {
  const { list } = useKindCalls(kind);
  const client = useTRPCClient();
  const [count, setCount] = useState<number | null>(null);
  const run = async (): Promise<void> => {
    setCount(0);
    try {
      const columns = columnsOf(kind).filter(({ name, isLive }) => isLive !== true && !settings.hidden.includes(name));
      const text = await exportRows(
        kind,
        columns,
        listInputOf(view),
        { list, names: (portion) => client.landscape.names.query(portion) },
        setCount,
      );
      saveFile(`${factsOf(kind).path}.csv`, new Blob([text], { type: 'text/csv' }));
    } catch (error) {
      notify({ color: 'red', title: 'The file could not be created', message: explain(error) });
    }
    setCount(null);
  };
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label="All pages as CSV">
        <ActionIcon variant="default" size={30} aria-label="Export as CSV" loading={count !== null} onClick={() => void run()}>
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {count !== null && (
        <Text size="xs" c="dimmed" role="status">
          {count.toLocaleString('en')} rows read
        </Text>
      )}
    </Group>
  );
}
