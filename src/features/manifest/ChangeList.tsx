/** The changes of a plan, grouped by operation. Only the rows in sight are rendered, so that 100,000 rows scroll like ten. */
'use client';

import { Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { EntityIcon } from '@/client/symbols/EntityIcon';
import { entityKindLabel } from '@/client/labels/labels';
import type { ManifestChange } from '@/contract/manifest/plan';
import { ChangeFields } from './ChangeFields';
import classes from './ChangeList.module.css';
import { ChangeMark, colourOf } from './ChangeMark';
import { CHANGE_OPS, planRows, type ChangeOp, type PlanRow } from './planRows';

interface Props {
  changes: readonly ManifestChange[];
  /** More changes exist than are loaded, so counts and filter cover only the loaded ones. */
  isPartial?: boolean;
}

/** With so few rows there is no filter. */
const NO_FILTER_UP_TO = 8;

const keyOf = (row: PlanRow): string =>
  row.type === 'heading' ? row.op : `${row.change.op} ${row.change.kind} ${row.change.technicalName}`;

export function ChangeList({ changes, isPartial = false }: Props) {
  const [search, setSearch] = useState('');
  const [ops, setOps] = useState<readonly ChangeOp[]>([]);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const frame = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => planRows(changes, search, ops), [changes, search, ops]);
  // eslint-disable-next-line react-hooks/incompatible-library -- The rows in sight are read while rendering; nothing below caches them.
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (rows[index]?.type === 'heading' ? 34 : 40),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: 12,
  });
  const toggle = (key: string): void =>
    setToggled((held) => new Set(held.has(key) ? [...held].filter((other) => other !== key) : [...held, key]));

  return (
    <div className={classes.whole}>
      {changes.length > NO_FILTER_UP_TO && (
        <Group gap="xs" className={classes.filters}>
          <TextInput
            size="xs"
            aria-label="Filter the changes by name or kind"
            placeholder={isPartial ? 'Filter the loaded changes' : 'Filter by name or kind'}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            style={{ flex: '1 1 150px' }}
          />
          <OpButtons changes={changes} ops={ops} onChange={setOps} />
        </Group>
      )}
      <div ref={frame} className={classes.frame} role="region" aria-label="Changes" tabIndex={0}>
        {rows.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="xl">
            No change matches this filter.
          </Text>
        )}
        <div role="list" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                role="listitem"
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.type === 'heading' ? (
                  <Heading op={row.op} count={row.count} isPartial={isPartial} />
                ) : (
                  <ChangeRow change={row.change} isToggled={toggled.has(keyOf(row))} onToggle={() => toggle(keyOf(row))} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function OpButtons({
  changes,
  ops,
  onChange,
}: {
  changes: readonly ManifestChange[];
  ops: readonly ChangeOp[];
  onChange: (ops: ChangeOp[]) => void;
}) {
  const present = CHANGE_OPS.filter((op) => changes.some((change) => change.op === op));
  if (present.length < 2) return null;
  return (
    <div role="group" aria-label="Filter by operation">
      <Button.Group>
        {present.map((op) => (
          <Button
            key={op}
            size="xs"
            variant={ops.includes(op) ? 'light' : 'default'}
            aria-pressed={ops.includes(op)}
            onClick={() => onChange(ops.includes(op) ? ops.filter((other) => other !== op) : [...ops, op])}
          >
            {op === 'create' ? 'Create' : op === 'update' ? 'Update' : 'Delete'}
          </Button>
        ))}
      </Button.Group>
    </div>
  );
}

function Heading({ op, count, isPartial }: { op: ChangeOp; count: number; isPartial: boolean }) {
  return (
    <div className={classes.heading}>
      {isPartial ? <ChangeMark op={op} /> : <ChangeMark op={op} count={count} />}
      {isPartial && (
        <Text component="span" size="xs" c="dimmed">
          {count.toLocaleString('en')} loaded
        </Text>
      )}
      {op === 'delete' && (
        <Text component="span" size="xs" c="dimmed">
          apply deletes these; an undo brings them back
        </Text>
      )}
    </div>
  );
}

function ChangeRow({ change, isToggled, onToggle }: { change: ManifestChange; isToggled: boolean; onToggle: () => void }) {
  const { op, kind, technicalName, looksLikeRenameOf, fields } = change;
  // Updates show their fields by default; for creations and deletions the name is enough.
  const isOpen = fields.length > 0 && (op === 'update') !== isToggled;
  return (
    <div className={classes.change} style={{ borderLeftColor: colourOf(op) }} data-op={op}>
      <UnstyledButton
        className={classes.name}
        aria-expanded={fields.length > 0 ? isOpen : undefined}
        disabled={fields.length === 0}
        onClick={onToggle}
      >
        <IconChevronRight size={13} aria-hidden="true" className={classes.chevron} data-hidden={fields.length === 0 || undefined} />
        {kind === 'dependency' || kind === 'scenario' ? null : <EntityIcon kind={kind} />}
        <span className={classes.technicalName}>{technicalName}</span>
        <Text component="span" size="xs" c="dimmed" className={classes.kind}>
          {kind === 'dependency' ? 'Dependency' : kind === 'scenario' ? 'Scenario' : entityKindLabel(kind)}
        </Text>
      </UnstyledButton>
      {looksLikeRenameOf !== undefined && (
        <Text size="xs" pl="xl">
          Looks like a rename of {looksLikeRenameOf}. If it is one, add formerly: {looksLikeRenameOf}
        </Text>
      )}
      {isOpen && <ChangeFields op={op} fields={fields} />}
    </div>
  );
}
